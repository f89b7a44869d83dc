import { Ellipsis, Trash2 } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Popover } from "../../../ui/popover.tsx";

/** What is seldom done to a ticket. */
export function TicketMenu({ onDelete }: { onDelete: () => void }) {
  return (
    <Popover
      label="More actions"
      role="menu"
      className="min-w-44 p-1"
      trigger={(props) => <IconButton {...props} label="More actions" icon={<Ellipsis size={18} aria-hidden />} />}
    >
      {(close) => (
        <button
          type="button"
          role="menuitem"
          data-autofocus
          onClick={() => {
            close();
            onDelete();
          }}
          className="flex w-full items-center gap-2 rounded-control px-2.5 py-1.5 text-left text-red hover:bg-red/10 focus-visible:outline-offset-[-2px]"
        >
          <Trash2 size={15} aria-hidden />
          Delete Ticket...
        </button>
      )}
    </Popover>
  );
}
