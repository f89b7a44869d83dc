import { useEffect, useState } from "react";
import { useUnsaved } from "../../../screens/leave-guard.tsx";
import { announce } from "../../../ui/announcer.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { setUnkept } from "./unkept-codes-notice.tsx";

interface RecoveryCodesProps {
  /** The account's address. */
  email: string;
  codes: readonly string[];
  /** The label of the button that leaves them. */
  leaveText: string;
  onLeave: () => void;
}

const question = {
  title: "Leave without your recovery codes?",
  text: "They are not shown again. Copy them, or write them down, before you leave.",
  leave: "Leave",
  stay: "Back to the codes",
};

/**
 * New recovery codes, shown only once. Leaving asks for confirmation unless they were copied; after a reload a notice
 * asks whether they were kept.
 */
export function RecoveryCodes({ email, codes, leaveText, onLeave }: RecoveryCodesProps) {
  const [state, setState] = useState<"fresh" | "copied" | "refused">("fresh");
  useUnsaved("recovery codes", state !== "copied", question);
  useEffect(() => setUnkept(email, true), [email]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      setState("copied");
      announce("Recovery codes copied");
    } catch {
      // Denied by the browser, or unavailable without HTTPS: the user can select and copy the codes.
      setState("refused");
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <Banner kind="success">Two-factor sign-in is on. Keep these recovery codes: they are not shown again.</Banner>
      <p className="text-soft">
        Each signs you in once, in place of a code, when you do not have your authenticator app at hand.
      </p>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-panel border border-line bg-raised p-3 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {state === "refused" && (
        <Banner kind="error">
          The browser does not let this page use the clipboard. Mark the codes and copy them.
        </Banner>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={() => void copy()}>{state === "copied" ? "Copied!" : "Copy codes"}</Button>
        <Button
          variant="primary"
          onClick={() => {
            setUnkept(email, false);
            onLeave();
          }}
        >
          {leaveText}
        </Button>
      </div>
    </div>
  );
}
