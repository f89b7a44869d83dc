import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { CustomerHit } from "@deskhand/contract/search";
import { foundPlaces } from "@deskhand/contract/search/found-places";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { ArrowRight, BookOpen, Clock, type LucideIcon, ShoppingBag, Ticket, User } from "lucide-react";
import type { ReactNode } from "react";
import { StatusPill } from "../../entities/ticket/ticket-pills.tsx";
import { counted, formatMoney } from "../../lib/format.ts";
import { cx } from "../../ui/cx.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { RelativeTime } from "../../ui/time/relative-time.tsx";
import type { Option } from "./palette-options.ts";

/** A line of the palette, with the typed text highlighted. */
export function OptionRow({ option, typed }: { option: Option; typed: string }) {
  const mark = (text: string) => <Highlighted text={text} typed={typed} />;
  switch (option.kind) {
    case "command": {
      const { Icon, label, keys = [] } = option.command;
      return (
        <Row Icon={Icon} side={keys.length > 0 && <Keys keys={keys} />}>
          {label}
        </Row>
      );
    }
    case "recent":
      return <Row Icon={Clock}>{option.text}</Row>;
    case "all":
      return <Row Icon={ArrowRight}>See all tickets matching “{option.text}”</Row>;
    case "ticket": {
      const { ticket } = option;
      return (
        <Row
          Icon={Ticket}
          side={
            <>
              <StatusPill status={ticket.status} />
              <RelativeTime
                at={ticket.createdAt}
                className="w-16 text-right text-faint text-xs tabular max-sm:hidden"
              />
            </>
          }
          below={
            <>
              <span className="mr-2 font-mono text-xs sm:hidden">{mark(ticketLabel(ticket.ticketNumber))}</span>
              {ticket.foundIn === "note" && ticket.excerpt !== null && (
                <span className="mr-1.5 text-amber">In a note:</span>
              )}
              <bdi>{mark(ticket.excerpt ?? ticket.customer?.name ?? shownAddress(ticket.customer?.email ?? ""))}</bdi>
            </>
          }
        >
          <span className="shrink-0 font-mono text-soft text-xs max-sm:hidden">
            {mark(ticketLabel(ticket.ticketNumber))}
          </span>
          <span dir="auto" className={oneLine}>
            {mark(ticket.subject)}
          </span>
        </Row>
      );
    }
    case "customer": {
      const { name, email, totalOrders } = option.customer;
      return (
        <Row Icon={User} side={totalOrders > 0 && <Side>{counted(totalOrders, "order")}</Side>}>
          <Person name={name} email={email} mark={mark} />
        </Row>
      );
    }
    case "resource": {
      const { title, category } = option.resource;
      return (
        <Row Icon={BookOpen} side={<Side>{category}</Side>}>
          <bdi className={oneLine}>{mark(title)}</bdi>
        </Row>
      );
    }
    case "order": {
      const { name, customer, email, totalPrice, currency } = option.order;
      return (
        <Row Icon={ShoppingBag} side={<Side>{formatMoney(totalPrice, currency)}</Side>}>
          <span className="shrink-0 font-mono text-xs">{mark(name)}</span>
          <Person name={customer?.name ?? null} email={customer?.email ?? email} mark={mark} />
        </Row>
      );
    }
  }
}

/** Clamped between words: where `truncate` cuts a highlighted word, its background stays visible. */
const oneLine = "line-clamp-1 min-w-0 break-anywhere";

type PersonProps = Pick<CustomerHit, "name" | "email"> & { mark: (text: string) => ReactNode };

function Person({ name, email, mark }: PersonProps) {
  if (name === null && email === null) return <span className="text-soft">No customer</span>;
  return (
    <span className={oneLine}>
      <bdi>{mark(name ?? shownAddress(email ?? ""))}</bdi>
      {name !== null && email !== null && <bdi className="ml-2 text-sm text-soft">{mark(shownAddress(email))}</bdi>}
    </span>
  );
}

function Row(props: { Icon: LucideIcon; children: ReactNode; side?: ReactNode; below?: ReactNode }) {
  const { Icon, children, side, below } = props;
  return (
    <>
      <Icon size={16} aria-hidden className="mt-0.5 shrink-0 text-soft" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex min-w-0 items-baseline gap-2.5">{children}</span>
        {below && <span className={cx(oneLine, "text-sm text-soft max-sm:line-clamp-2")}>{below}</span>}
      </span>
      {side && <span className={cx("flex shrink-0 items-center gap-3", Boolean(below) && "self-start")}>{side}</span>}
    </>
  );
}

function Side({ children }: { children: ReactNode }) {
  return <span className="text-sm text-soft tabular">{children}</span>;
}

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex gap-1 max-sm:hidden">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  );
}

/** A piece of a text; `isFound` marks a match. */
interface TextPart {
  text: string;
  isFound: boolean;
}

/** Splits a text into matching and other parts. */
export function highlightParts(text: string, typed: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { start, end } of foundPlaces(text, typed)) {
    if (start > at) parts.push({ text: text.slice(at, start), isFound: false });
    parts.push({ text: text.slice(start, end), isFound: true });
    at = end;
  }
  if (at < text.length || parts.length === 0) parts.push({ text: text.slice(at), isFound: false });
  return parts;
}

/** A text with the matches highlighted. */
function Highlighted({ text, typed }: { text: string; typed: string }) {
  let at = 0;
  return highlightParts(text, typed).map((part) => {
    const key = at;
    at += part.text.length;
    if (!part.isFound) return part.text;
    return (
      <mark key={key} className="rounded-tag bg-accent/20 text-ink">
        {part.text}
      </mark>
    );
  });
}
