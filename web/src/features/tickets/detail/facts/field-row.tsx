import { type ReactNode, useId } from "react";

interface FieldRowProps {
  label: string;
  /** At the right of the label. */
  aside?: ReactNode;
  children: (control: { id: string }) => ReactNode;
}

/** A small labelled control among a ticket's details. */
export function FieldRow({ label, aside, children }: FieldRowProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <div className="mb-1 flex h-4.5 items-center justify-between gap-2">
        <label htmlFor={id} className="font-medium text-soft text-xs">
          {label}
        </label>
        {aside}
      </div>
      {children({ id })}
    </div>
  );
}
