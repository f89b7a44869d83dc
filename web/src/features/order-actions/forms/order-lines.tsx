import type { OrderLook } from "@deskhand/contract/actions/action-parts";
import { Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { bothText } from "../action-words.ts";

type Line = OrderLook["lines"][number];

/** From so many lines on they can be searched. */
const SEARCHED_FROM = 12;

interface OrderLinesProps {
  label: string;
  lines: readonly Line[];
  /** What can be chosen of a line: at its right, and below it. */
  choice: (line: Line) => ReactNode;
  below?: (line: Line) => ReactNode;
}

/** An order's lines, of which pieces are chosen; many of them can be searched. */
export function OrderLines({ label, lines, choice, below }: OrderLinesProps) {
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const shown = lines.filter((line) =>
    [line.title, line.variantTitle, line.sku].some((text) => text?.toLowerCase().includes(wanted)),
  );
  return (
    <div className="flex flex-col gap-2">
      {lines.length >= SEARCHED_FROM && (
        <Input
          type="search"
          aria-label="Search the order's items"
          placeholder="Search items"
          icon={<Search size={14} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <ul
        aria-label={label}
        className="max-h-[45dvh] divide-y divide-line overflow-y-auto rounded-control border border-line empty:hidden"
      >
        {shown.map((line) => (
          <li
            key={line.lineItemId}
            // Hundreds of lines cost no layout until scrolled into view.
            className="px-3 py-2 [contain-intrinsic-size:auto_56px] [content-visibility:auto]"
          >
            <div className="flex items-start gap-3">
              <div className="min-w-0 flex-1">
                <p className="font-medium break-anywhere">
                  <bdi>{line.title}</bdi>
                  {line.isGiftCard && (
                    <>
                      {" "}
                      <Badge>Gift card</Badge>
                    </>
                  )}
                </p>
                <p className="flex flex-wrap gap-x-3 text-sm text-soft tabular">
                  {line.variantTitle !== null && <bdi className="break-anywhere">{line.variantTitle}</bdi>}
                  {line.sku !== null && <span className="break-anywhere">{line.sku}</span>}
                  <span>
                    {line.quantity.toLocaleString("en-US")} × {bothText(line.price)}
                  </span>
                </p>
              </div>
              {choice(line)}
            </div>
            {below?.(line)}
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="text-soft text-sm">No item of this order is called that.</p>}
    </div>
  );
}
