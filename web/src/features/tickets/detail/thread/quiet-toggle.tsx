/** A small button under a message that unfolds more of it. */
export function QuietToggle({ isOpen, ...rest }: { isOpen: boolean; onClick: () => void; children: string }) {
  return (
    <button
      {...rest}
      type="button"
      aria-expanded={isOpen}
      className="h-6 rounded-tag border border-line px-1.5 text-soft text-xs transition-colors duration-120 hover:border-edge hover:text-ink"
    />
  );
}
