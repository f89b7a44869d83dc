import { useBlocker } from "@tanstack/react-router";
import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from "react";
import { isLeavingForLogin } from "../lib/login-address.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/overlay/dialog.tsx";

/** A question to ask instead of the usual one about typed text. */
interface Question {
  title: string;
  text: string;
  leave: string;
  stay: string;
}

type Report = (what: string, isUnsaved: boolean, question: Question | undefined) => void;
const Unsaved = createContext<Report>(() => undefined);

/**
 * Makes the guard around it ask before leaving while `isUnsaved`; `what` would be lost, such as "name". Pass `question`, always
 * the same object, if what would be lost was not typed.
 */
export function useUnsaved(what: string, isUnsaved: boolean, question?: Question): void {
  const report = useContext(Unsaved);
  // Reports in the same turn as the typing, as a key that closes may follow at once.
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
 * Asks before typed text is discarded: by closing, by the browser's back button, a link, a reload or a closed tab. `stays` says
 * whether the text is still there at an address with these search parameters; `onDiscard` deletes what was kept of it.
 */
export function LeaveGuard({ stays, onDiscard, children }: LeaveGuardProps) {
  const [unsaved, setUnsaved] = useState<readonly { what: string; question: Question | undefined }[]>([]);
  const [report] = useState<Report>(() => (what: string, isUnsaved: boolean, question: Question | undefined) => {
    setUnsaved((all) => [...all.filter((each) => each.what !== what), ...(isUnsaved ? [{ what, question }] : [])]);
  });
  const leaving = useBlocker({
    shouldBlockFn: ({ next }) => !stays(next.search),
    disabled: unsaved.length === 0,
    enableBeforeUnload: () => unsaved.length > 0 && !isLeavingForLogin(),
    withResolver: true,
  });
  const question =
    unsaved.find(({ question }) => question !== undefined)?.question ?? questionOf(unsaved.map(({ what }) => what));
  return (
    <Unsaved value={report}>
      {children}
      {leaving.status === "blocked" && (
        <LeaveQuestion
          question={question}
          onLeave={() => {
            onDiscard?.();
            leaving.proceed();
          }}
          onStay={leaving.reset}
        />
      )}
    </Unsaved>
  );
}

/** Asks whether to drop something or to stay with it. */
export function LeaveQuestion(props: { question: Question; onLeave: () => void; onStay: () => void }) {
  const { question, onLeave, onStay } = props;
  return (
    <Dialog
      size="sm"
      title={question.title}
      onClose={onStay}
      footer={
        <>
          <Button onClick={onLeave}>{question.leave}</Button>
          <Button variant="primary" data-autofocus onClick={onStay}>
            {question.stay}
          </Button>
        </>
      }
    >
      <p className="text-soft">{question.text}</p>
    </Dialog>
  );
}

/** The usual question about what would be lost. */
export function questionOf(lost: readonly string[]): Question {
  const have = lost.length > 1 || lost[0]?.endsWith("s") ? "have" : "has";
  return {
    title: "Discard changes?",
    text: `The ${lost.join(" and ")} you entered ${have} not been saved.`,
    leave: "Discard",
    stay: "Keep editing",
  };
}
