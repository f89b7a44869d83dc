import type { ReactNode } from "react";
import { Card } from "../../ui/card.tsx";

interface PanelProps {
  title: string;
  /** Beside the title. */
  badges?: ReactNode;
  children: ReactNode;
}

/** A headed part of the connection. */
export function Panel({ title, badges, children }: PanelProps) {
  return (
    <Card>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">{title}</h3>
        {badges}
      </div>
      {children}
    </Card>
  );
}
