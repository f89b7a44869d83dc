import { type Placeholder, placeholders } from "@deskhand/contract/placeholders";
import { Braces } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";

const names = Object.keys(placeholders) as Placeholder[];

/** What can be left open in a response, to be filled in for each ticket. */
export function PlaceholderMenu({ onChoose }: { onChoose: (name: Placeholder) => void }) {
  return (
    <Menu
      label="Insert placeholder"
      className="w-90"
      trigger={(props) => (
        <Button {...props} variant="ghost" size="sm" icon={<Braces size={13} aria-hidden />}>
          Insert placeholder
        </Button>
      )}
      items={names.map((name) => ({
        id: name,
        label: <code className="font-mono text-sm">{`{{${name}}}`}</code>,
        description: placeholders[name],
        onChoose: () => onChoose(name),
      }))}
    />
  );
}
