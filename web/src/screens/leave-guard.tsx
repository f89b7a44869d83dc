import { useBlocker } from "@tanstack/react-router";
import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from "react";
import { isLeavingForLogin } from "../lib/login-address.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/overlay/dialog.tsx";

/** What is asked instead of whether what was typed may be thrown away. */
interface Question {
  title: string;
  text: string;
  leave: string;
  stay: string;
}

type Report = (what: string, isUnsaved: boolean, question: Question | undefined) => void;
const Unsaved = createContext<Report>(() => undefined);

/**
 * Has the guard around ask before leaving for as long as `isUnsaved`; `what` is what would be lost, such as "name". What was not
 * typed brings a question of its own, the same object each time.
 */
export function useUnsaved(what: string, isUnsaved: boolean, question?: Question): void {
  const report = useContext(Unsaved);
  // In the same turn as the typing: a key that closes may follow at once.
  useLayoutEffect(() => {
    report(what, isUnsaved, question);
    return () => report(what, false, undefined);
  }, [report, what, isUnsaved, question]);
}

interface LeaveGuardProps {
  stays: (search: object) => boolean;
  onDiscard?: () => void;
  children: ReactNode;
}

/**
 * Asks before something typed is thrown away: by closing, by the browser's back button, a link, a reload or a closed tab.
 * `stays` says whether what it guards is still there at an address with these search parameters; `onDiscard` forgets what
 * was kept of it.
 */
export function LeaveGuard({ stays, onDiscard, children }: LeaveGuardProps) {
  const [unsaved, setUnsaved] = useState<readonly { what: string; question: Question | undefined }[]>([]);
  const [report] = useState<Report>(() => (what: string, isUnsaved: boolean, question: Question | undefined) => {
    setUnsaved((known) => [...known.filter((each) => each.what !== what), ...(isUnsaved ? [{ what, question }] : [])]);
  });
  const leaving = useBlocker({
    shouldBlockFn: ({ next }) => !stays(next.search),
    disabled: unsaved.length === 0,
    enableBeforeUnload: () => unsaved.length > 0 && !isLeavingForLogin(),
    withResolver: true,
  });
  const asked = unsaved.find(({ question }) => question !== undefined)?.question ?? questionOf(unsaved);
  return (
    <Unsaved value={report}>
      {children}
      {leaving.status === "blocked" && (
        <Dialog
          size="sm"
          title={asked.title}
          onClose={leaving.reset}
          footer={
            <>
              <Button
                onClick={() => {
                  onDiscard?.();
                  leaving.proceed();
                }}
              >
                {asked.leave}
              </Button>
              <Button variant="primary" data-autofocus onClick={leaving.reset}>
                {asked.stay}
              </Button>
            </>
          }
        >
          <p className="text-soft">{asked.text}</p>
        </Dialog>
      )}
    </Unsaved>
  );
}

function questionOf(unsaved: readonly { what: string }[]): Question {
  const have = unsaved.length > 1 || unsaved[0]?.what.endsWith("s") ? "have" : "has";
  const what = unsaved.map(({ what }) => what).join(" and ");
  return {
    title: "Discard changes?",
    text: `The ${what} you entered ${have} not been saved.`,
    leave: "Discard",
    stay: "Keep editing",
  };
}
