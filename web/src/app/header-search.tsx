import { Search } from "lucide-react";
import { keyNames, shortcuts } from "../lib/shortcuts.ts";
import { cx } from "../ui/cx.ts";
import { controlClass } from "../ui/form/input.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Kbd } from "../ui/kbd.tsx";

interface HeaderSearchProps {
  /** Opens the search with what was typed. */
  onSearch: (text: string) => void;
}

/** The search field of the header (docs/product.md#the-palette); on phones an icon. What is typed goes on in the palette. */
export function HeaderSearch({ onSearch }: HeaderSearchProps) {
  return (
    <>
      <div className="relative hidden min-w-0 max-w-100 flex-1 sm:block">
        <Search size={15} aria-hidden className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-soft" />
        <input
          readOnly
          aria-label="Search"
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          placeholder="Search tickets, customers, orders..."
          className={cx(controlClass, "h-8.5 cursor-pointer truncate pr-16 pl-8.5")}
          onClick={() => onSearch("")}
          onKeyDown={(event) => {
            const { key, ctrlKey, metaKey, altKey } = event;
            const isLetter = key.length === 1 && !/[\s/]/.test(key) && !ctrlKey && !metaKey && !altKey;
            if (!isLetter && ![" ", "/", "Enter"].includes(key)) return;
            event.preventDefault();
            onSearch(isLetter ? key : "");
          }}
          onPaste={(event) => {
            event.preventDefault();
            onSearch(event.clipboardData.getData("text").replaceAll(/\s+/g, " ").trim());
          }}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-2 flex items-center gap-1 max-md:hidden"
        >
          {keyNames(shortcuts.search).map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      </div>
      <IconButton
        label="Search"
        outlined
        className="sm:hidden"
        icon={<Search size={17} aria-hidden />}
        onClick={() => onSearch("")}
      />
    </>
  );
}
