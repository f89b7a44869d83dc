import type { Incident } from "@deskhand/contract/desk/incidents";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api } from "../../lib/api.ts";
import { newKey } from "../../lib/new-key.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { useForm } from "../../screens/use-form.ts";
import { useLeaving } from "../../screens/use-leaving.tsx";
import { Button } from "../../ui/button.tsx";
import { InputField } from "../../ui/form/field.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { noNumbers, TicketNumbersField, typedNumbers } from "./ticket-numbers-field.tsx";

/** Makes an incident by hand, of tickets by their numbers. */
export function NewIncidentDialog({ onClose, onMade }: { onClose: () => void; onMade: (incident: Incident) => void }) {
  const formId = useId();
  const cache = useQueryClient();
  const [name, setName] = useState("");
  const [numbers, setNumbers] = useState("");
  const [idempotencyKey] = useState(newKey);
  const { close, question } = useLeaving("incident", name !== "" || numbers !== "", onClose);
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
        <TicketNumbersField
          label="Tickets"
          hint="Their numbers. More can be added later."
          value={numbers}
          error={form.faults.ticketNumbers}
          readOnly={save.isPending}
          onChange={(text) => {
            setNumbers(text);
            form.edited();
          }}
        />
      </form>
      {question}
    </Dialog>
  );
}
