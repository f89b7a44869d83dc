export { openPolisher } from "./open-polisher.ts";
