import { Ellipsis, Trash2 } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu } from "../../../ui/overlay/menu.tsx";

/** What is seldom done to a ticket. */
export function TicketMenu({ onDelete }: { onDelete: () => void }) {
  return (
    <Menu
      label="More actions"
      className="min-w-44"
      trigger={(props) => <IconButton {...props} label="More actions" icon={<Ellipsis size={18} aria-hidden />} />}
      items={[
        {
          id: "delete",
          label: "Delete Ticket...",
          icon: <Trash2 size={15} aria-hidden />,
          isDangerous: true,
          onChoose: onDelete,
        },
      ]}
    />
  );
}
