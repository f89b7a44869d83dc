import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import { type Known, namesakeOf } from "@deskhand/contract/desk/namesake";
import { type IsOwn, withoutRepetition } from "@deskhand/contract/desk/whom";
import type { Mailbox, RecipientNews } from "@deskhand/contract/recipients";
import { X } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { type IsKnown, mailboxName, mailboxText } from "../../../entities/person/mailbox-words.ts";
import { isSendKey } from "../../../entities/ticket/ticket-shortcuts.ts";
import { isRepeatedClick } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { ComboboxList, useCombobox } from "../../../ui/form/combobox.tsx";
import { Tooltip } from "../../../ui/overlay/tooltip.tsx";
import { noAddress, readMailboxes } from "./typed-mailboxes.ts";
import { type FoundPerson, useFoundPeople } from "./use-found-people.ts";

/** Settings shared by all recipient fields of a mail. */
export interface RecipientFieldSetting {
  /** Recognizes the store's own addresses, which are never recipients. */
  isOwn: IsOwn;
  /** Recognizes people shown by name alone; absent, nobody is. */
  isKnown?: IsKnown;
  /** The addresses marked as new, and what they are new to. */
  newcomers?: ReadonlySet<string>;
  newTo?: string;
  /** People whose names could be mistaken: the customer, the store and its colleagues. */
  namesakes?: readonly Known[];
  /** The server's information on recipients, by address. */
  news?: ReadonlyMap<string, RecipientNews>;
  isReadOnly?: boolean;
  /** Whether suggestions open over what is above, or below the field. */
  offers: "above" | "below";
  /** Called on Escape with nothing typed. */
  onLeave?: () => void;
}

interface RecipientFieldProps extends RecipientFieldSetting {
  label: "To" | "Cc" | "Bcc";
  people: readonly Mailbox[];
  /** All recipients of the mail. */
  all: readonly Mailbox[];
  fault?: string | undefined;
  /** Whether it takes the focus when the dialog opens. */
  isFirst?: boolean;
  onChange: (people: Mailbox[]) => void;
  /** At the end of the line. */
  aside?: ReactNode;
}

/** This many recipients, and as many marked ones, show before the rest is folded, if the rest is more than one. */
const SHOWN = 3;

/** Returns the recipients shown in a folded line; `isAdded` includes the last one, just added. */
function shownOf(
  people: readonly Mailbox[],
  isMarked: (one: Mailbox) => boolean,
  isAdded: boolean,
): readonly Mailbox[] {
  const marked = people.slice(SHOWN).filter(isMarked).slice(0, SHOWN);
  const visible = people.filter(
    (one, nth) => nth < SHOWN || marked.includes(one) || (isAdded && nth === people.length - 1),
  );
  return people.length - visible.length > 1 ? visible : people;
}

/** A line of recipients: chips, and a field that adds people typed, chosen or pasted. */
export function RecipientField(props: RecipientFieldProps) {
  const {
    label,
    people,
    all,
    isOwn,
    isKnown,
    newcomers,
    newTo = "in this conversation",
    namesakes = [],
    news,
    isReadOnly = false,
    offers,
    onLeave,
    fault,
    isFirst,
    aside,
  } = props;
  const [text, setText] = useState("");
  const [isAsked, setAsked] = useState(false);
  const [typedFault, setTypedFault] = useState<string | null>(null);
  const [isUnfolded, setUnfolded] = useState(false);
  const faultId = useId();
  const offered = useRef<HTMLDivElement>(null);
  const found = useFoundPeople(text, isAsked, (email) => isOwn(email) || all.some((one) => one.email === email));
  const combobox = useCombobox<FoundPerson>({
    label,
    text,
    onText(next) {
      setTypedFault(null);
      // A list is taken when it ends with a separator and all of it parses.
      if (/[,;\n]\s*$/.test(next) && readMailboxes(next).rest.length === 0) take(next);
      else setText(next);
    },
    groups: [{ heading: "", options: found }],
    isReadOnly,
    onChoose: ({ email, name }) => add([{ email, name }], ""),
    onKeyDown(event) {
      const isEmpty = text === "";
      // A whole address is meant as typed, whatever is suggested.
      const isAddress = readMailboxes(text).rest.length === 0 && combobox.active?.email !== text.trim().toLowerCase();
      const isOffering = combobox.isOpen && found.length > 0;
      if (event.key === "Backspace" && isEmpty && people.length > 0) {
        event.preventDefault();
        // An unseen recipient cannot be removed.
        if (folded.length > 0) setUnfolded(true);
        else remove(people.at(-1)?.email);
      } else if (isSendKey(event) && !isEmpty) {
        // The recipients are seen before the mail goes.
        event.preventDefault();
        event.stopPropagation();
        take(text);
      } else if (event.key === "Enter" && (!isOffering || (isAddress && !isEmpty))) {
        event.preventDefault();
        take(text);
      } else if (event.key === "Escape" && !isOffering && (!isEmpty || onLeave !== undefined)) {
        event.preventDefault();
        event.stopPropagation();
        setTypedFault(null);
        if (isEmpty) onLeave?.();
        else setText("");
      }
    },
  });
  const input = combobox.inputProps.ref;
  const isCalledAsAnother = namesakeOf([...all, ...namesakes]);
  const visible = isUnfolded ? people : shownOf(people, isMarked, isAsked);
  const folded = people.filter((one) => !visible.includes(one));
  const markedCount = folded.filter(isMarked).length;
  const shownFault = typedFault ?? fault;

  function isMarked({ email }: Mailbox): boolean {
    return newcomers?.has(email) === true || news?.get(email)?.hasFailed === true;
  }

  /** Whether somebody could be mistaken for another: by name, or by a name written as an address. */
  function isMistakable(one: Mailbox): boolean {
    return isCalledAsAnother(one) || (one.name?.includes("@") === true && mailboxName(one) !== one.email);
  }

  /** Adds people; the unparsed rest stays in the field. */
  function add(more: Mailbox[], rest: string) {
    const strangers = more.filter(({ email }) => !isOwn(email));
    if (strangers.length > 0) props.onChange(withoutRepetition({ to: [...people, ...strangers], cc: [], bcc: [] }).to);
    setText(rest);
    const ownAddress = more.find(({ email }) => isOwn(email));
    if (ownAddress !== undefined) setTypedFault(`${shownAddress(ownAddress.email)} is an address of this store`);
    else if (rest !== "") setTypedFault(noAddress(rest));
  }

  function take(typed: string) {
    const { found: read, rest } = readMailboxes(typed);
    add(read, rest.join(", "));
  }

  function remove(email: string | undefined) {
    props.onChange(people.filter((one) => one.email !== email));
    input.current?.focus();
  }

  return (
    <div className={cx("flex min-w-0 flex-col gap-1 low:flex-auto", offers === "below" && "relative")}>
      <div className="flex min-w-0 items-start gap-2">
        <span aria-hidden className="w-6 shrink-0 text-faint text-xs leading-6">
          {label}
        </span>
        <div className="flex max-h-20 min-w-0 flex-1 flex-wrap max-sm:max-h-28 items-center gap-1 overflow-y-auto rounded-control">
          <ul aria-label={label} className="contents">
            {visible.map((mailbox) => (
              <RecipientChip
                key={mailbox.email}
                mailbox={mailbox}
                newWords={newcomers?.has(mailbox.email) === true ? `New ${newTo}` : null}
                hasFailed={news?.get(mailbox.email)?.hasFailed ?? false}
                isNamesake={
                  isKnown?.(mailbox.email) !== true ||
                  isMistakable(mailbox) ||
                  (news?.get(mailbox.email)?.isNamesake ?? false)
                }
                isReadOnly={isReadOnly}
                onRemove={() => remove(mailbox.email)}
              />
            ))}
          </ul>
          {folded.length > 0 && (
            <button
              type="button"
              onClick={() => setUnfolded(true)}
              className="h-6 rounded-tag px-1.5 text-soft text-xs hover:bg-hover hover:text-ink touch:-my-2"
            >
              and {folded.length} more
              {markedCount > 0 && <span className="text-amber">, {markedCount} of them marked</span>}
            </button>
          )}
          <input
            {...combobox.inputProps}
            aria-label={label}
            aria-invalid={shownFault !== undefined || undefined}
            aria-describedby={shownFault === undefined ? undefined : faultId}
            data-autofocus={isFirst || undefined}
            dir="auto"
            autoComplete="off"
            placeholder={people.length === 0 ? "Name or e-mail address" : ""}
            onFocus={(event) => {
              setAsked(true);
              if (text.trim() !== "") take(text);
              combobox.inputProps.onFocus?.(event);
            }}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData("text/plain");
              if (!pasted.includes("@")) return;
              event.preventDefault();
              take(`${text}${pasted}`);
            }}
            onBlur={(event) => {
              combobox.inputProps.onBlur();
              // The user chose a suggestion instead of the typed text.
              if (text.trim() !== "" && !offered.current?.contains(event.relatedTarget)) take(text);
            }}
            className={cx(
              // As wide as its text, on its own line if the rest of one is too short.
              "field-sizing-content h-6 min-w-6 max-w-full flex-auto rounded-control bg-transparent px-1 text-ink text-sm -outline-offset-2 focus:min-w-16 touch:-my-2",
              shownFault !== undefined && "text-red",
            )}
          />
        </div>
        {aside}
      </div>
      {shownFault !== undefined && (
        <p id={faultId} role="alert" className="pl-8 text-red text-xs break-anywhere">
          {shownFault}
        </p>
      )}
      {combobox.isOpen && found.length > 0 && (
        <div
          ref={offered}
          className={cx(
            "z-10 rounded-panel border border-line bg-raised p-1 shadow-float",
            offers === "above" ? "over-thread mx-4 mb-1" : "absolute inset-x-0 top-full mt-1",
          )}
        >
          <ComboboxList
            parts={combobox.parts}
            label={`People for ${label}`}
            className="max-h-60"
            renderOption={(person) => <PersonOffered person={person} />}
          />
        </div>
      )}
    </div>
  );
}

function PersonOffered({ person }: { person: FoundPerson }) {
  const [name, address] = [mailboxName(person), shownAddress(person.email)];
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
      <bdi className="min-w-0 truncate font-medium">{name}</bdi>
      {name !== address && <span className="min-w-0 truncate text-sm text-soft">{address}</span>}
      {person.isColleague && <span className="ml-auto shrink-0 text-faint text-xs">Colleague</span>}
    </span>
  );
}

interface RecipientChipProps {
  mailbox: Mailbox;
  /** What the recipient is new to, as they appear on no message yet; null if they are not new. */
  newWords: string | null;
  /** Whether the last mail to them bounced. */
  hasFailed: boolean;
  /** Whether the name alone could be mistaken; then the address is shown, as for anybody new. */
  isNamesake: boolean;
  isReadOnly: boolean;
  onRemove: () => void;
}

/** A recipient: the name, the address on hover and focus, and a remove button. */
function RecipientChip({ mailbox, newWords, hasFailed, isNamesake, isReadOnly, onRemove }: RecipientChipProps) {
  const text = mailboxText(mailbox);
  const isNew = newWords !== null;
  const showsAddress = isNamesake || isNew;
  return (
    <li className="flex min-w-0 max-w-[calc(100%-2.75rem)]">
      <Tooltip text={[text, newWords, hasFailed && "Last mail bounced"].filter(Boolean).join(" · ")}>
        <span
          className={cx(
            "inline-flex h-6 min-w-0 items-center rounded-tag border text-xs",
            showsAddress ? "max-w-full" : "max-w-60",
            isReadOnly ? "px-1.5" : "pl-1.5",
            hasFailed ? "border-red/50 bg-red/10" : isNew ? "border-amber/50 bg-amber/10" : "border-line bg-raised",
          )}
        >
          <bdi className="min-w-0 truncate">{showsAddress ? text : mailboxName(mailbox)}</bdi>
          {isNew && (
            <span className="ml-1.5 shrink-0 font-medium text-amber">
              <span aria-hidden>New</span>
              <span className="sr-only">{newWords}</span>
            </span>
          )}
          {hasFailed && (
            <span className="ml-1.5 shrink-0 font-medium text-red">
              <span aria-hidden>Bounced</span>
              <span className="sr-only">Last mail bounced</span>
            </span>
          )}
          {!isReadOnly && (
            <button
              type="button"
              data-chip
              aria-label={`Remove ${text}`}
              onClick={(event) => isRepeatedClick(event) || onRemove()}
              onKeyDown={(event) => {
                if (event.key !== "Backspace" && event.key !== "Delete") return;
                event.preventDefault();
                onRemove();
              }}
              className="grid h-full w-5.5 shrink-0 place-items-center rounded-tag text-faint hover:bg-hover hover:text-ink touch:-my-2"
            >
              <X size={11} aria-hidden />
            </button>
          )}
        </span>
      </Tooltip>
    </li>
  );
}
