import type { LucideIcon } from "lucide-react";

interface ComingSoonProps {
  label: string;
  Icon: LucideIcon;
  line: string;
}

/** Stands in for an unfinished screen: its name and what it will show. */
export function ComingSoon({ label, Icon, line }: ComingSoonProps) {
  return (
    <>
      <h1 className="mb-4 font-semibold text-xl">{label}</h1>
      <div className="rounded-panel border border-line bg-panel">
        <p className="flex flex-col items-center gap-3 px-6 py-14 text-center text-soft">
          <span className="grid size-11 place-items-center rounded-panel border border-line bg-raised">
            <Icon size={20} aria-hidden />
          </span>
          {line}
        </p>
      </div>
    </>
  );
}
