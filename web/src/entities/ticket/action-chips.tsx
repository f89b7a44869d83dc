import { actionWords, nobody } from "@deskhand/contract/admin/rule-parts";
import type { RuleActionSet } from "@deskhand/contract/admin/rules";
import { X } from "lucide-react";
import { isRepeatedClick } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { useColleagues } from "../person/use-colleagues.ts";
import { useActionNames } from "./use-action-names.ts";

interface ActionChipsProps {
  actions: readonly RuleActionSet[];
  /** Takes an action off; absent where they are only shown. */
  onRemove?: ((index: number) => void) | undefined;
  isLocked?: boolean;
}

/** The actions of a macro, each a list item; one that names a colleague who left says so. */
export function ActionChips({ actions, onRemove, isLocked = false }: ActionChipsProps) {
  const { colleagues } = useColleagues();
  const nameOf = useActionNames();
  const hasLeft = ({ action, values: [id] }: RuleActionSet) =>
    action === "assign" && id !== nobody && colleagues.some((one) => one.id === id && !one.isActive);
  return actions.map((action, index) => {
    const words = actionWords(action, nameOf);
    const isGone = hasLeft(action);
    return (
      <li
        // biome-ignore lint/suspicious/noArrayIndexKey: two actions may be alike, and none is edited here.
        key={index}
        className={cx(
          "flex min-w-0 max-w-full items-center gap-1 rounded-tag border px-1.5 text-xs leading-5.5",
          isGone ? "border-red/60 text-red" : "border-line text-soft",
        )}
      >
        <bdi className="min-w-0 max-w-72 truncate" title={words}>
          {words}
        </bdi>
        {isGone && <span className="shrink-0">has left</span>}
        {onRemove !== undefined && (
          <button
            type="button"
            aria-label={`Take off: ${words}`}
            title="Take off"
            disabled={isLocked}
            onClick={(event) => isRepeatedClick(event) || onRemove(index)}
            className="-mr-1 grid size-5 shrink-0 place-items-center rounded-tag text-soft enabled:hover:bg-hover enabled:hover:text-ink"
          >
            <X size={12} aria-hidden />
          </button>
        )}
      </li>
    );
  });
}
