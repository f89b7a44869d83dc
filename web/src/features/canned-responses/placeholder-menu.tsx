import { type Placeholder, placeholders } from "@deskhand/contract/placeholders";
import { Braces } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Popover } from "../../ui/popover.tsx";

const names = Object.keys(placeholders) as Placeholder[];

/** What can be left open in a response, to be filled in for each ticket. */
export function PlaceholderMenu({ onChoose }: { onChoose: (name: Placeholder) => void }) {
  return (
    <Popover
      label="Insert placeholder"
      className="w-90"
      trigger={(props) => (
        <Button {...props} variant="ghost" size="sm" icon={<Braces size={13} aria-hidden />}>
          Insert placeholder
        </Button>
      )}
    >
      {(close) => (
        <ul className="p-1">
          {names.map((name, index) => (
            <li key={name}>
              <button
                type="button"
                {...(index === 0 && { "data-autofocus": true })}
                onClick={() => {
                  close();
                  onChoose(name);
                }}
                className="flex w-full flex-col rounded-control px-2.5 py-1.5 text-left hover:bg-hover focus-visible:outline-offset-[-2px]"
              >
                <code className="font-mono text-sm">{`{{${name}}}`}</code>
                <span className="text-soft text-xs">{placeholders[name]}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
