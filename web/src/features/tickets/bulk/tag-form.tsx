import type { ItemOfChange } from "@deskhand/contract/desk/change-many";
import { limits } from "@deskhand/contract/limits";
import { useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/form/chip.tsx";
import { Input } from "../../../ui/form/input.tsx";

/** How many existing tags are suggested. */
const OFFERED = 8;

interface TagFormProps {
  /** The selected tickets' tags, with repeats. */
  known: readonly string[];
  onChange: (change: ItemOfChange["change"]) => void;
}

/** Adds a tag to many tickets, or removes it. */
export function TagForm({ known, onChange }: TagFormProps) {
  const [text, setText] = useState("");
  const faultId = useId();
  const tag = text.trim();
  const isTooLong = tag.length > limits.tagLength;
  const canSend = tag !== "" && !isTooLong;
  return (
    <form
      className="flex w-64 flex-col gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onChange({ addTags: [tag] });
      }}
    >
      <Input
        data-autofocus
        aria-label="Tag"
        placeholder="Tag"
        dir="auto"
        autoComplete="off"
        value={text}
        aria-invalid={isTooLong || undefined}
        aria-describedby={isTooLong ? faultId : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      {isTooLong && (
        <p id={faultId} role="alert" className="text-red text-xs">
          {`A tag is too long (maximum ${limits.tagLength} characters)`}
        </p>
      )}
      <ul aria-label="Tags of the selected tickets" className="flex flex-wrap gap-1.5 empty:hidden">
        {[...new Set(known)].slice(0, OFFERED).map((each) => (
          <li key={each} className="min-w-0">
            <Chip pressed={each === tag} onClick={() => setText(each)} className="max-w-56 truncate">
              {each}
            </Chip>
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        <Button size="sm" variant="primary" type="submit" disabled={!canSend}>
          Add tag
        </Button>
        <Button size="sm" disabled={!canSend} onClick={() => onChange({ removeTags: [tag] })}>
          Remove tag
        </Button>
      </div>
    </form>
  );
}
