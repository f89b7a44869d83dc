import { type FormEvent, useEffect, useRef, useState } from "react";
import { type CallError, fieldFailures } from "../lib/failure.ts";

/** What is wrong, by field. */
type Faults<Name extends string> = Partial<Record<Name, string>>;

interface FormOptions<Name extends string> {
  /** What is wrong as it stands, in the server's words. */
  check?: () => Faults<Name>;
  /** What the server found wrong; by its own names of the fields unless given others. */
  faultsOf?: (error: CallError | null) => Faults<Name>;
  save: { error: CallError | null; isPending: boolean; reset: () => void };
  /** Sends what is written; only called when nothing is wrong and nothing is on its way. */
  send: () => void;
}

/** Sends a form once and says what is wrong with it, all of it at once and each at its field; the first such field gets the focus. */
export function useForm<Name extends string>({
  check = () => ({}),
  faultsOf = namedFaults,
  save,
  send,
}: FormOptions<Name>) {
  const ref = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState<readonly string[]>([]);
  const [refusals, setRefusals] = useState(0);
  const refused = faultsOf(save.error);
  // What was said goes as soon as it is mended; what is wrong elsewhere meanwhile waits for the next try.
  const own = Object.fromEntries(Object.entries(check()).filter(([name]) => shown.includes(name))) as Faults<Name>;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal leads to the fault, by the form or by the server.
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusals, save.error]);

  function submit() {
    if (save.isPending) return;
    const wrong = Object.keys(check());
    setShown(wrong);
    if (save.error !== null) save.reset();
    if (wrong.length === 0) send();
    else setRefusals(refusals + 1);
  }

  return {
    faults: { ...refused, ...own },
    /** What failed that is no field's fault; null when nothing did. */
    failure: Object.keys(refused).length > 0 ? null : save.error,
    /** Belongs on the form. */
    props: {
      ref,
      noValidate: true,
      onSubmit(event: FormEvent) {
        event.preventDefault();
        submit();
      },
    },
    submit,
    /** Call when something was changed: what the server said of it is no longer true. */
    edited() {
      if (save.error !== null && !save.isPending) save.reset();
    },
    /** Takes back everything that was said. */
    clear() {
      setShown([]);
      save.reset();
    },
  };
}

/** What the server found wrong with the input, by the names that it has for the fields. */
export function namedFaults<Name extends string>(error: CallError | null): Faults<Name> {
  return Object.fromEntries(
    Object.entries(fieldFailures(error)).map(([name, faults]) => [name, faults.join(". ")]),
  ) as Faults<Name>;
}
