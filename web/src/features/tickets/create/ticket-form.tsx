import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { FoundCustomer } from "@deskhand/contract/customers";
import { limits } from "@deskhand/contract/limits";
import type { TicketPriority } from "@deskhand/contract/vocabulary";
import { ticketCategories } from "@deskhand/contract/vocabulary";
import { useId } from "react";
import { useTeams } from "../../../entities/person/use-teams.ts";
import { priorityWords } from "../../../entities/ticket/ticket-pills.tsx";
import { dueDays } from "../../../entities/ticket/ticket-state.ts";
import { useSession } from "../../../lib/session.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Chip } from "../../../ui/form/chip.tsx";
import { Field, InputField } from "../../../ui/form/field.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { CharacterCount, Textarea } from "../../../ui/form/textarea.tsx";
import { namesakesOf, ownAddresses } from "../recipients/answered.ts";
import { RecipientRows, useRecipientNews } from "../recipients/recipient-rows.tsx";
import { useIsKnown } from "../recipients/use-found-people.ts";
import { CustomerField } from "./customer-field.tsx";
import type { DraftFaults } from "./draft-faults.ts";
import type { TicketDraft } from "./ticket-draft.ts";

interface TicketFormProps {
  draft: TicketDraft;
  customer: FoundCustomer | undefined;
  faults: DraftFaults;
  isReadOnly: boolean;
  onChange: (part: Partial<TicketDraft>) => void;
}

/** The fields of a new ticket. */
export function TicketForm({ draft, customer, faults, isReadOnly, onChange }: TicketFormProps) {
  const countId = useId();
  const { user, client } = useSession();
  const isKnown = useIsKnown();
  const mailTo = draft.isNewCustomer ? draft.email.trim() : draft.customer?.email;
  const { news } = useRecipientNews(null, { to: [], cc: draft.cc, bcc: draft.bcc });
  return (
    <>
      <CustomerField draft={draft} customer={customer} faults={faults} isReadOnly={isReadOnly} onChange={onChange} />
      <InputField
        label="Subject"
        required
        error={faults.subject}
        {...(customer !== undefined && { "data-autofocus": true })}
        dir="auto"
        placeholder="e.g., Order not received, Product defect..."
        value={draft.subject}
        readOnly={isReadOnly}
        onChange={(event) => onChange({ subject: event.target.value })}
      />
      <div className="grid gap-x-3 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)]">
        <PriorityLevel value={draft.priority} disabled={isReadOnly} onChange={(priority) => onChange({ priority })} />
        <Field label="Category">
          {(control) => (
            <Select
              {...control}
              value={draft.category}
              disabled={isReadOnly}
              options={ticketCategories.map((category) => ({ value: category, label: category }))}
              onChange={(category) => onChange({ category })}
            />
          )}
        </Field>
        <InputField
          label="Due date"
          error={faults.dueDay}
          {...dueDays}
          type="date"
          value={draft.dueDay}
          readOnly={isReadOnly}
          onChange={(event) => onChange({ dueDay: event.target.value })}
        />
      </div>
      <TeamField value={draft.teamId} disabled={isReadOnly} onChange={(teamId) => onChange({ teamId })} />
      <Field
        label="Message"
        required
        error={faults.message}
        aside={
          <span id={countId}>
            <CharacterCount count={draft.message.trim().length} limit={limits.openingMessageLength} spaced />
          </span>
        }
      >
        {(control) => (
          <Textarea
            {...control}
            aria-required
            dir="auto"
            rows={6}
            maxRows={12}
            value={draft.message}
            readOnly={isReadOnly}
            onChange={(event) => onChange({ message: event.target.value })}
          />
        )}
      </Field>
      <div>
        <Checkbox
          label="Send this message to the customer by e-mail"
          checked={draft.mailCustomer}
          disabled={isReadOnly}
          onChange={(event) => onChange({ mailCustomer: event.target.checked })}
        />
        <p className="mt-0.5 pl-6 text-soft text-xs break-anywhere">
          {draft.mailCustomer
            ? `It goes to ${shownAddress(mailTo || "the customer's address")}; the answer comes back to this ticket.`
            : "Without it, the customer hears nothing of this ticket until you reply."}
        </p>
        {draft.mailCustomer && (
          <div className="mt-2 rounded-control border border-edge bg-canvas px-2 py-1">
            <RecipientRows
              isCopiesOnly
              recipients={{
                to: mailTo ? [{ email: mailTo.toLowerCase(), name: null }] : [],
                cc: draft.cc,
                bcc: draft.bcc,
              }}
              isOwn={ownAddresses([], client)}
              isKnown={isKnown}
              news={news}
              newcomers={new Set([...news.values()].flatMap(({ email, isNew }) => (isNew ? [email] : [])))}
              newTo="to this store"
              namesakes={namesakesOf(draft.isNewCustomer ? draft : draft.customer, { user, client })}
              isReadOnly={isReadOnly}
              offers="above"
              fault={
                faults.copies !== undefined
                  ? { kind: "cc", fault: faults.copies }
                  : faults.bcc !== undefined
                    ? { kind: "bcc", fault: faults.bcc }
                    : null
              }
              onChange={({ cc, bcc }) => onChange({ cc, bcc })}
            />
          </div>
        )}
      </div>
    </>
  );
}

interface TeamFieldProps {
  /** "" for none. */
  value: string;
  disabled: boolean;
  onChange: (teamId: string) => void;
}

/** Chooses the team; absent in a store without teams. */
function TeamField({ value, disabled, onChange }: TeamFieldProps) {
  const { teams, isLoaded } = useTeams();
  if (teams.length === 0 && value === "") return null;
  const options = [{ value: "", label: "No team" }, ...teams.map(({ id, name }) => ({ value: id, label: name }))];
  const isKnown = teams.some(({ id }) => id === value);
  if (value !== "" && !isKnown) options.push({ value, label: isLoaded ? "A deleted team" : "…" });
  return (
    <Field label="Team">
      {(control) => <Select {...control} value={value} disabled={disabled} options={options} onChange={onChange} />}
    </Field>
  );
}

/** Urgent is only for existing tickets (docs/product.md#priorities). */
const offered = ["low", "medium", "high"] as const satisfies TicketPriority[];

interface PriorityLevelProps {
  value: TicketPriority;
  disabled: boolean;
  onChange: (priority: TicketPriority) => void;
}

/** Chooses the priority of a new ticket. */
function PriorityLevel({ value, disabled, onChange }: PriorityLevelProps) {
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm text-soft">Priority Level</legend>
      <div className="flex h-8.5 items-center gap-1.5">
        {offered.map((priority) => (
          <Chip key={priority} pressed={priority === value} className="h-8 px-3" onClick={() => onChange(priority)}>
            {priorityWords[priority].label}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}
