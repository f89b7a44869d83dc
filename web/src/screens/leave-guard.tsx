import { useBlocker } from "@tanstack/react-router";
import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from "react";
import { isLeavingForLogin } from "../lib/login-address.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/overlay/dialog.tsx";

type Report = (what: string, isUnsaved: boolean) => void;
const Unsaved = createContext<Report>(() => undefined);

/** Has the guard around ask before leaving for as long as `isUnsaved`; `what` is what would be lost, such as "name". */
export function useUnsaved(what: string, isUnsaved: boolean): void {
  const report = useContext(Unsaved);
  // In the same turn as the typing: a key that closes may follow at once.
  useLayoutEffect(() => {
    report(what, isUnsaved);
    return () => report(what, false);
  }, [report, what, isUnsaved]);
}

/**
 * Asks before something typed is thrown away: by closing, by the browser's back button, a link, a reload or a closed tab.
 * `stays` says whether what it guards is still there at an address with these search parameters.
 */
export function LeaveGuard({ stays, children }: { stays: (search: object) => boolean; children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  const [report] = useState<Report>(() => (what: string, isUnsaved: boolean) => {
    setUnsaved((known) => [...known.filter((each) => each !== what), ...(isUnsaved ? [what] : [])]);
  });
  const leaving = useBlocker({
    shouldBlockFn: ({ next }) => !stays(next.search),
    disabled: unsaved.length === 0,
    enableBeforeUnload: () => unsaved.length > 0 && !isLeavingForLogin(),
    withResolver: true,
  });
  return (
    <Unsaved value={report}>
      {children}
      {leaving.status === "blocked" && (
        <Dialog
          size="sm"
          title="Discard changes?"
          onClose={leaving.reset}
          footer={
            <>
              <Button onClick={leaving.proceed}>Discard</Button>
              <Button variant="primary" data-autofocus onClick={leaving.reset}>
                Keep editing
              </Button>
            </>
          }
        >
          <p className="text-soft">
            The {unsaved.join(" and ")} you entered {unsaved.length > 1 || unsaved[0]?.endsWith("s") ? "have" : "has"}{" "}
            not been saved.
          </p>
        </Dialog>
      )}
    </Unsaved>
  );
}
