import { GripVertical } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Menu } from "../../ui/overlay/menu.tsx";

/** Something that an admin sets up by name. */
export interface Setting {
  id: string;
  name: string;
  /** Absent where it has no switch. */
  isOn?: boolean;
}

interface SettingsListProps<Item> {
  label: string;
  items: readonly Item[];
  /** The one that is being switched. */
  busyId: string | undefined;
  /** Absent where their order means nothing. */
  onPlace: ((item: Item, at: number) => void) | undefined;
  /** Absent where they have no switch. */
  onTurn: ((item: Item, isOn: boolean) => void) | undefined;
  /** Absent for who may only look. */
  onAsk: ((kind: "edit" | "delete", item: Item) => void) | undefined;
  renderText: (item: Item, index: number, items: readonly Item[]) => ReactNode;
  renderBelow: ((item: Item) => ReactNode) | undefined;
  renderButtons: ((item: Item) => ReactNode) | undefined;
}

/** The settings in their order, which is changed by dragging a handle, by its arrow keys or by its menu. */
export function SettingsList<Item extends Setting>(props: SettingsListProps<Item>) {
  const { label, items, busyId, onPlace, onTurn, onAsk, renderText, renderBelow, renderButtons } = props;
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  // What has an order is numbered for screen readers.
  const List = onPlace === undefined ? "ul" : "ol";
  return (
    <List aria-label={label} className="flex flex-col gap-2">
      {items.map((item, index) => (
        <li
          key={item.id}
          className={cx(
            "flex gap-2 rounded-panel border bg-panel p-3",
            over === item.id && dragged !== item.id ? "border-accent" : "border-line",
            dragged === item.id && "opacity-55",
          )}
          onDragOver={(event) => {
            if (dragged === null) return;
            event.preventDefault();
            setOver(item.id);
          }}
          onDrop={(event) => {
            event.preventDefault();
            const moved = items.find(({ id }) => id === dragged);
            end();
            if (moved !== undefined && moved !== item) onPlace?.(moved, index);
          }}
        >
          {onPlace !== undefined && items.length > 1 && (
            <MoveHandle
              name={item.name}
              index={index}
              count={items.length}
              onDrag={() => setDragged(item.id)}
              onDragEnd={end}
              onPlace={(at) => onPlace(item, at)}
            />
          )}
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
              <div className="min-w-60 flex-1">{renderText(item, index, items)}</div>
              {onAsk === undefined && onTurn !== undefined && (
                <span className="text-soft text-sm">{item.isOn ? "On" : "Off"}</span>
              )}
              {onAsk !== undefined && (
                <div className="flex flex-wrap items-center gap-2">
                  {onTurn !== undefined && (
                    <input
                      type="checkbox"
                      role="switch"
                      aria-label={`${item.name} is on`}
                      className="toggle"
                      checked={item.isOn ?? false}
                      aria-checked={item.isOn ?? false}
                      disabled={item.id === busyId}
                      onChange={(event) => onTurn(item, event.target.checked)}
                    />
                  )}
                  <Button size="sm" aria-label={`Edit ${item.name}`} onClick={() => onAsk("edit", item)}>
                    Edit
                  </Button>
                  {renderButtons?.(item)}
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`Delete ${item.name}`}
                    onClick={() => onAsk("delete", item)}
                  >
                    Delete
                  </Button>
                </div>
              )}
            </div>
            {renderBelow?.(item)}
          </div>
        </li>
      ))}
    </List>
  );
}

interface MoveHandleProps {
  name: string;
  index: number;
  count: number;
  onDrag: () => void;
  onDragEnd: () => void;
  onPlace: (at: number) => void;
}

/** Moves one of a list. Its menu is for who cannot drag: on a touch screen, or by one's voice. */
function MoveHandle({ name, index, count, onDrag, onDragEnd, onPlace }: MoveHandleProps) {
  const item = (id: string, label: string, to: number) => ({ id, label, onChoose: () => onPlace(to) });
  const items = [
    ...(index > 0 ? [item("up", "Move up", index - 1)] : []),
    ...(index > 1 ? [item("top", "Move to the top", 0)] : []),
    ...(index < count - 1 ? [item("down", "Move down", index + 1)] : []),
    ...(index < count - 2 ? [item("bottom", "Move to the bottom", count - 1)] : []),
  ];
  return (
    <Menu
      label={`Move ${name}`}
      align="start"
      items={items}
      trigger={(props) => (
        <button
          {...props}
          type="button"
          draggable
          aria-label={`Move ${name}: number ${index + 1} of ${count}`}
          title="Drag, press the arrow keys, or click for a menu"
          className="-ml-1 h-7 shrink-0 cursor-grab rounded-tag px-0.5 text-soft hover:text-ink touch:-my-2 touch:h-11 touch:px-2.5"
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = "move";
            onDrag();
          }}
          onDragEnd={onDragEnd}
          onKeyDown={(event) => {
            const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
            if (step === 0) return;
            event.preventDefault();
            onPlace(index + step);
          }}
        >
          <GripVertical size={15} aria-hidden />
        </button>
      )}
    />
  );
}
