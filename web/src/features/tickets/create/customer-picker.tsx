import type { FoundCustomer } from "@deskhand/contract/customers";
import { UserPlus, X } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { failureText } from "../../../lib/failure.ts";
import { cx } from "../../../ui/cx.ts";
import { Field } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Input } from "../../../ui/input.tsx";
import { useFoundCustomers } from "./use-found-customers.ts";

interface CustomerPickerProps {
  chosen: FoundCustomer | null;
  error: string | undefined;
  isReadOnly: boolean;
  onChoose: (customer: FoundCustomer | null) => void;
  /** Somebody who is not known yet, with what was typed. */
  onNew: (typed: string) => void;
}

/** Finds the customer of a ticket as one types: arrows and Enter choose, Escape closes the list. */
export function CustomerPicker({ chosen, error, isReadOnly, onChoose, onNew }: CustomerPickerProps) {
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const { customers, failure, isLoading } = useFoundCustomers(text, isOpen);
  // The last choice is always somebody new.
  const count = customers.length + 1;
  const active = Math.min(at, count - 1);
  const optionId = (index: number) => `${id}-option-${index}`;

  function choose(index: number) {
    const customer = customers[index];
    setOpen(false);
    if (customer === undefined) return onNew(text.trim());
    if (customer.email === null) return;
    setText("");
    onChoose(customer);
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    if (key === "Escape" && isOpen) setOpen(false);
    else if (key === "ArrowDown" || key === "ArrowUp") {
      setOpen(true);
      if (isOpen) setAt((active + (key === "ArrowDown" ? 1 : -1) + count) % count);
    } else if (key === "Enter" && isOpen) choose(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  if (chosen !== null) {
    return (
      <Field label="Customer" required error={error}>
        {(control) => (
          <div
            id={control.id}
            className="flex min-h-8.5 items-center gap-2 rounded-control border border-line bg-panel py-1 pr-1 pl-3"
          >
            <CustomerNames customer={chosen} />
            <IconButton
              size="sm"
              label="Choose another customer"
              icon={<X size={14} aria-hidden />}
              disabled={isReadOnly}
              onClick={() => {
                // The field must be there before it can have the focus.
                flushSync(() => onChoose(null));
                field.current?.focus();
              }}
            />
          </div>
        )}
      </Field>
    );
  }

  return (
    <div className="relative">
      <Field label="Customer" required error={error} hint="A name or e-mail address">
        {(control) => (
          <Input
            {...control}
            ref={field}
            data-autofocus
            role="combobox"
            aria-required
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={isOpen ? optionId(active) : undefined}
            dir="auto"
            autoComplete="off"
            placeholder="Search customers..."
            value={text}
            readOnly={isReadOnly}
            onChange={(event) => {
              setText(event.target.value);
              setAt(0);
              setOpen(true);
            }}
            onClick={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={press}
          />
        )}
      </Field>
      {isOpen && (
        <div className="absolute inset-x-0 top-16 z-10 rounded-panel border border-line bg-raised p-1 shadow-float">
          {failure !== null && (
            <p role="alert" className="px-2.5 py-1.5 text-red text-sm">
              {failureText(failure)}
            </p>
          )}
          {customers.length === 0 && failure === null && (
            <p role="status" className="px-2.5 py-1.5 text-sm text-soft">
              {isLoading ? "Searching..." : "No customer found"}
            </p>
          )}
          <div role="listbox" id={`${id}-list`} aria-label="Customers" className="max-h-72 overflow-y-auto">
            {customers.map((customer, index) => (
              <Option key={customer.id} id={optionId(index)} isActive={index === active} onChoose={() => choose(index)}>
                <CustomerNames customer={customer} />
              </Option>
            ))}
            <Option
              id={optionId(customers.length)}
              isActive={active === customers.length}
              onChoose={() => choose(customers.length)}
            >
              <UserPlus size={14} aria-hidden className="shrink-0 text-accent" />
              <span className="min-w-0 truncate">
                New customer{text.trim() !== "" && <bdi className="text-soft"> “{text.trim()}”</bdi>}
              </span>
            </Option>
          </div>
        </div>
      )}
    </div>
  );
}

interface OptionProps {
  id: string;
  isActive: boolean;
  onChoose: () => void;
  children: React.ReactNode;
}

function Option({ id, isActive, onChoose, children }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys; this is for the mouse.
    <div
      role="option"
      tabIndex={-1}
      id={id}
      aria-selected={isActive}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: "nearest" });
      }}
      className={cx(
        "flex cursor-pointer items-center gap-2 rounded-control px-2.5 py-1.5 hover:bg-hover/60",
        isActive && "bg-hover",
      )}
      // The field must keep the focus: losing it closes the list.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {children}
    </div>
  );
}

function CustomerNames({ customer: { name, email } }: { customer: FoundCustomer }) {
  const known = name?.trim();
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
      <bdi className="min-w-0 truncate font-medium">{known || email || "Unknown Customer"}</bdi>
      <span className="min-w-0 truncate text-sm text-soft">
        {email === null ? "has no e-mail address" : known ? email : ""}
      </span>
    </span>
  );
}
