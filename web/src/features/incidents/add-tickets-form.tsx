import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { useForm } from "../../screens/use-form.ts";
import { Button } from "../../ui/button.tsx";
import { noNumbers, TicketNumbersField, typedNumbers } from "./ticket-numbers-field.tsx";

/** Puts tickets on an incident by their numbers. */
export function AddTicketsForm({ id }: { id: string }) {
  const cache = useQueryClient();
  const [numbers, setNumbers] = useState("");
  const save = useMutation({
    ...failsOffline,
    mutationFn: () => api.incidents.addTickets.call({ id, ticketNumbers: typedNumbers(numbers) ?? [] }),
    onSuccess() {
      setNumbers("");
      void cache.invalidateQueries({ queryKey: api.incidents.key() });
    },
  });
  const form = useForm<"ticketNumbers">({
    save,
    send: () => save.mutate(),
    check: () => ((typedNumbers(numbers) ?? []).length === 0 ? { ticketNumbers: noNumbers } : {}),
  });
  return (
    <form {...form.props} className="mt-3 flex flex-col gap-2">
      <FailureBanner error={form.failure} title="No ticket was added" onDismiss={form.clear} />
      <div className="flex items-end gap-2">
        <div className="w-56 max-w-full">
          <TicketNumbersField
            label="Add tickets"
            value={numbers}
            error={form.faults.ticketNumbers}
            readOnly={save.isPending}
            onChange={(text) => {
              setNumbers(text);
              form.edited();
            }}
          />
        </div>
        <Button type="submit" busy={save.isPending} busyText="Adding...">
          Add
        </Button>
      </div>
    </form>
  );
}
