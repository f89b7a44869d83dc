import { type FormEvent, useEffect, useRef, useState } from "react";
import { type CallError, fieldFailures } from "../lib/failure.ts";

/** The words about what is wrong, by field. */
type Faults<Name extends string> = Partial<Record<Name, string>>;

interface FormOptions<Name extends string> {
  /** Returns what is wrong with the current input, in the server's words. */
  check?: () => Faults<Name>;
  /** Returns what the server found wrong, by field; by default under the server's field names. */
  faultsOf?: (error: CallError | null) => Faults<Name>;
  save: { error: CallError | null; isPending: boolean; reset: () => void };
  /** Sends the form; only called if nothing is wrong and no other call is under way. */
  send: () => void;
}

/** Sends a form once. Shows all faults at once, each at its field, and moves the focus to the first such field. */
export function useForm<Name extends string>({
  check = () => ({}),
  faultsOf = namedFaults,
  save,
  send,
}: FormOptions<Name>) {
  const ref = useRef<HTMLFormElement>(null);
  const [shownFields, setShownFields] = useState<readonly string[]>([]);
  const [refusals, setRefusals] = useState(0);
  const refused = faultsOf(save.error);
  // A fault disappears as soon as it is fixed; a new one in another field shows at the next try.
  const own = Object.fromEntries(
    Object.entries(check()).filter(([name]) => shownFields.includes(name)),
  ) as Faults<Name>;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal moves the focus, whether the form or the server refused.
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusals, save.error]);

  function submit() {
    if (save.isPending) return;
    const wrong = Object.keys(check());
    setShownFields(wrong);
    if (save.error !== null) save.reset();
    if (wrong.length === 0) send();
    else setRefusals(refusals + 1);
  }

  return {
    faults: { ...refused, ...own },
    /** A failure that belongs to no field; null if there is none. */
    failure: Object.keys(refused).length > 0 ? null : save.error,
    /** Spread these on the form. */
    props: {
      ref,
      noValidate: true,
      onSubmit(event: FormEvent) {
        event.preventDefault();
        submit();
      },
    },
    submit,
    /** Call this after a change: what the server said about the old input is outdated. */
    edited() {
      if (save.error !== null && !save.isPending) save.reset();
    },
    /** Removes all shown faults. */
    clear() {
      setShownFields([]);
      save.reset();
    },
  };
}

/** Returns what the server found wrong with the input, under its own field names. */
export function namedFaults<Name extends string>(error: CallError | null): Faults<Name> {
  return Object.fromEntries(
    Object.entries(fieldFailures(error)).map(([name, faults]) => [name, faults.join(". ")]),
  ) as Faults<Name>;
}
