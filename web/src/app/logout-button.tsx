import { LogOut } from "lucide-react";
import { Button } from "../ui/button.tsx";

/** Logout; on phones its word is for screen readers only. */
export function LogoutButton({ disabled, onClick }: { disabled: boolean; onClick: () => void }) {
  return (
    <Button
      icon={<LogOut size={15} aria-hidden />}
      title="Logout"
      disabled={disabled}
      onClick={onClick}
      className="max-sm:h-8.5 max-sm:w-8.5 max-sm:gap-0 max-sm:px-0"
    >
      <span className="max-sm:sr-only">Logout</span>
    </Button>
  );
}
