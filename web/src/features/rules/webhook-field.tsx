import { adminUrl } from "@deskhand/contract/admin/sections";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { Select } from "../../ui/form/select.tsx";
import { TextLink } from "../../ui/text-link.tsx";

interface WebhookFieldProps {
  /** The chosen webhook's id; "" for none. */
  text: string;
  onChange: (text: string) => void;
}

/** Chooses the webhook that a rule sends to. */
export function WebhookField({ text, onChange }: WebhookFieldProps) {
  const { data } = useQuery(api.webhooks.list.queryOptions());
  const webhooks = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (data?.items.length === 0 && text === "") {
    return (
      <p className="min-w-44 flex-1 self-center text-soft text-sm">
        There is none yet. <TextLink href={adminUrl("webhooks")}>Add a webhook</TextLink> first.
      </p>
    );
  }
  const isGone = data !== undefined && !webhooks.some(({ value }) => value === text);
  const first = { value: text, label: text === "" ? "Choose a webhook" : "One that was deleted" };
  return (
    <Select
      aria-label="Value"
      className="min-w-44 flex-1"
      value={text}
      options={isGone || text === "" ? [first, ...webhooks] : webhooks}
      onChange={onChange}
    />
  );
}
