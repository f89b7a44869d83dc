import { limits } from "@deskhand/contract/limits";
import { foldLetters } from "@deskhand/contract/search/fold";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { toggled } from "./ticket-list-filter.ts";

interface TagFilterProps {
  /** Suggested tags; any other can be typed. */
  known: readonly string[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

const MOST_OFFERED = 8;

/** Chooses tags from the listed tickets' tags or by typing. */
export function TagFilter({ known, chosen, onChange }: TagFilterProps) {
  const [text, setText] = useState("");
  // The initial suggestions stay, so that nothing moves under the pointer.
  const [offered, setOffered] = useState(() => [...new Set([...chosen, ...known.slice(0, MOST_OFFERED)])]);
  const tag = text.trim();
  const isFull = chosen.length >= limits.tagsOnTicket;

  function add() {
    if (tag === "" || isFull) return;
    const spelled =
      offered.find((each) => each.toLowerCase() === tag.toLowerCase()) ??
      offered.find((each) => foldLetters(each) === foldLetters(tag)) ??
      tag;
    setOffered([...new Set([...offered, spelled])]);
    if (!chosen.includes(spelled)) onChange([...chosen, spelled]);
    setText("");
  }

  return (
    <div className="flex w-60 flex-col gap-2.5">
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Input
          data-autofocus
          // Its code may load after the popover opened.
          autoFocus
          aria-label="Tag to filter by"
          placeholder="Tag..."
          maxLength={limits.tagLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="min-w-0 flex-1"
        />
        <Button type="submit" size="sm" className="h-8.5" disabled={tag === "" || isFull}>
          Add
        </Button>
      </form>
      {offered.map((each) => (
        <Checkbox
          key={each}
          label={each}
          disabled={isFull && !chosen.includes(each)}
          checked={chosen.includes(each)}
          onChange={() => onChange(toggled(chosen, each))}
        />
      ))}
    </div>
  );
}
