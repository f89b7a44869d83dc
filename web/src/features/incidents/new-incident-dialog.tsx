import type { Incident } from "@deskhand/contract/desk/incidents";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api } from "../../lib/api.ts";
import { newKey } from "../../lib/new-key.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { useForm } from "../../screens/use-form.ts";
import { Button } from "../../ui/button.tsx";
import { InputField } from "../../ui/form/field.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { typedNumbers } from "./typed-numbers.ts";
import { useDiscard } from "./use-discard.tsx";

const noNumbers = "Enter the numbers of tickets, such as 0042, 0043";

/** Makes an incident by hand, of tickets by their numbers. */
export function NewIncidentDialog({ onClose, onMade }: { onClose: () => void; onMade: (incident: Incident) => void }) {
  const formId = useId();
  const cache = useQueryClient();
  const [name, setName] = useState("");
  const [numbers, setNumbers] = useState("");
  const [idempotencyKey] = useState(newKey);
  const { close, question } = useDiscard("incident", name !== "" || numbers !== "", onClose);
  const save = useMutation({
    ...failsOffline,
    mutationFn: () => api.incidents.make.call({ name, ticketNumbers: typedNumbers(numbers) ?? [], idempotencyKey }),
    onSuccess(incident) {
      void cache.invalidateQueries({ queryKey: api.incidents.key() });
      onMade(incident);
    },
  });
  const form = useForm<"name" | "ticketNumbers">({
    save,
    send: () => save.mutate(),
    check: () => (typedNumbers(numbers) === null ? { ticketNumbers: noNumbers } : {}),
  });
  return (
    <Dialog
      size="sm"
      title="New Incident"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={save.isPending} busyText="Making...">
            Make Incident
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId} className="flex flex-col gap-4">
        <FailureBanner error={form.failure} title="The incident was not made" onDismiss={form.clear} />
        <InputField
          label="Name"
          required
          data-autofocus
          autoComplete="off"
          placeholder="Bottles that leak"
          value={name}
          error={form.faults.name}
          readOnly={save.isPending}
          onChange={({ target }) => {
            setName(target.value);
            form.edited();
          }}
        />
        <InputField
          label="Tickets"
          autoComplete="off"
          hint="Their numbers. More can be added later."
          placeholder="0042, 0043"
          value={numbers}
          error={form.faults.ticketNumbers}
          readOnly={save.isPending}
          onChange={({ target }) => {
            setNumbers(target.value);
            form.edited();
          }}
        />
      </form>
      {question}
    </Dialog>
  );
}
