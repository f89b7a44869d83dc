import type { ComponentProps } from "react";
import { InputField } from "../../ui/form/field.tsx";

/** The tickets' numbers in a typed text, such as "#0042, 43"; null if something in it is no number. */
export function typedNumbers(text: string): number[] | null {
  const parts = text
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^#/, ""))
    .filter((part) => part !== "");
  if (!parts.every((part) => /^\d{1,9}$/.test(part) && Number(part) > 0)) return null;
  return [...new Set(parts.map(Number))];
}

export const noNumbers = "Enter the numbers of tickets, such as 0042, 0043";

type TicketNumbersFieldProps = Pick<ComponentProps<typeof InputField>, "label" | "hint" | "error" | "readOnly"> & {
  value: string;
  onChange: (text: string) => void;
};

/** Takes tickets by their numbers. */
export function TicketNumbersField({ onChange, ...rest }: TicketNumbersFieldProps) {
  return (
    <InputField
      {...rest}
      autoComplete="off"
      placeholder="0042, 0043"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
