import { loadLater } from "../../../../ui/load-later.tsx";

/** Says which names in a note tell nobody; fetched once a note names somebody. */
export const UntoldLater = loadLater(() => import("./untold-notice.tsx").then(({ UntoldNotice }) => UntoldNotice));
