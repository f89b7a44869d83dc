import { limits } from "@deskhand/contract/limits";
import type { MailLogDetail } from "@deskhand/contract/mail";
import type { MailAction } from "@deskhand/contract/vocabulary";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureLine } from "../../screens/failure-line.tsx";
import { Button } from "../../ui/button.tsx";
import { actionWords } from "./mail-words.ts";

const calls: Record<MailAction, (input: { id: string }) => Promise<MailLogDetail>> = {
  "process-again": (input) => api.mail.processAgain.call(input),
  "make-ticket": (input) => api.mail.makeTicket.call(input),
  release: (input) => api.mail.release.call(input),
  "try-again": (input) => api.mail.tryAgain.call(input),
};

const stillHeld = "It still has to wait, for the same reason";

/** What can be done with a mail now, as the server says. */
export function MailActions({ mail: { id, actions } }: { mail: MailLogDetail }) {
  const cache = useQueryClient();
  const [done, setDone] = useState<string | null>(null);
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => setDone(null), limits.successMessageMs);
    return () => clearTimeout(timer);
  }, [done]);
  const mutationKey = ["act-on-mail", id];
  const act = useMutation({
    ...failsOffline,
    mutationKey,
    mutationFn: (action: MailAction) => calls[action]({ id }),
    // A mail that is tried again and says why it waits is held back still.
    onSuccess: (mail, action) =>
      setDone(action === "try-again" && mail.reason !== null ? stillHeld : actionWords[action].done),
    // Whatever came of it: somebody else may have been first.
    onSettled: () => cache.invalidateQueries({ queryKey: api.mail.key() }),
  });
  return (
    <>
      <FailureLine error={act.error} className="w-full justify-end" />
      {/* Always there: what appears within it is spoken. */}
      <p role="status" className="text-green text-sm empty:hidden">
        {done}
      </p>
      {actions.map((action, at) => (
        <Button
          key={action}
          variant={at === actions.length - 1 ? "primary" : "secondary"}
          disabled={act.isPending}
          busy={act.isPending && act.variables === action}
          busyText={actionWords[action].busyText}
          // A double click comes before the button is drawn disabled.
          onClick={() => cache.isMutating({ mutationKey }) === 0 && act.mutate(action)}
        >
          {actionWords[action].label}
        </Button>
      ))}
    </>
  );
}
