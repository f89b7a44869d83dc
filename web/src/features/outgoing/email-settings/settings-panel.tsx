import type { ReactNode } from "react";
import { Card } from "../../../ui/card.tsx";

/** Settings that belong together, under their heading. */
export function SettingsPanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h3 className="mb-2.5 font-semibold">{title}</h3>
      <div className="flex flex-col gap-3">{children}</div>
    </Card>
  );
}
