import { LegalPage } from "./legal-page.tsx";
import { OperatorAddress } from "./site-frame.tsx";

/** Terms for an open-source program that an operator runs for others, separating the licence's from the operator's. */
export function TermsPage() {
  return (
    <LegalPage
      title="Terms of Service"
      summary={
        <p>
          Deskhand is open-source software under the MIT licence. Somebody runs this installation: they decide who may
          use it. Your tickets, notes and files stay yours. Use the desk to serve your own customers, and keep your
          password to yourself.
        </p>
      }
      parts={parts}
    />
  );
}

const parts = [
  {
    id: "software",
    title: "The software",
    text: (
      <p>
        Anybody may use, copy, change and pass on Deskhand under the MIT licence, whose text comes with the source. It
        is provided “as is”, without warranty of any kind; its authors are not liable for claims or damages, as the
        licence says in full. It binds you to nothing else, and the authors are no party to what you and the operator
        agree on.
      </p>
    ),
  },
  {
    id: "operator",
    title: "The operator",
    text: (
      <>
        <p>
          The operator is the person or company that runs this installation; if you run it for yourself, that is you.
          For what concerns it, write to <OperatorAddress />. The operator decides who may make a store here, keeps the
          machine, its backups and its updates, and answers for the law that applies to running it.
        </p>
        <p>
          <b>To be added by the operator:</b> name and postal address, how support is given and how available the
          service is, prices and payment if there are any, how notice is given, and the law and courts that apply. The
          software and its authors promise nothing about availability. What a plan promises about it, as its uptime, is
          between the operator and the store that agreed on that plan.
        </p>
      </>
    ),
  },
  {
    id: "account",
    title: "Your account",
    text: (
      <p>
        An account is for one person, belongs to one store and is confirmed by e-mail. Give a true address, keep your
        password and codes to yourself, and end sessions you do not know. An administrator of your store may change your
        role, make your account inactive or delete it. What is done with your account counts as done by you until you
        say otherwise.
      </p>
    ),
  },
  {
    id: "use",
    title: "Acceptable use",
    text: (
      <>
        <p>Use the desk to answer people who wrote to your store. Do not</p>
        <ul>
          <li>send mail that people have not asked for, or pretend to be somebody else;</li>
          <li>break the law, or keep what you have no right to keep;</li>
          <li>try to get at the data of a store that is not yours, or to get around the limits of the software;</li>
          <li>put so much load on the installation that others cannot work.</li>
        </ul>
        <p>
          The software limits how much a store may send to people who never wrote to it, and holds back what is over.
          The operator may close a store that breaks these rules.
        </p>
      </>
    ),
  },
  {
    id: "content",
    title: "Your content",
    text: (
      <p>
        Messages, notes, files and resources belong to the store and its customers. Neither the software nor its authors
        claim any right in them; the operator may process them only to run the desk. A resource that you make public can
        be opened by anybody who has its address. You answer for what you write and publish, and for telling your
        customers how you handle their data; the <a href="/privacy.html">Privacy Policy</a> says what the software does
        with it.
      </p>
    ),
  },
  {
    id: "plans",
    title: "Plans and payment",
    text: (
      <p>
        Deskhand takes no payment. The plans it shows are an offer that an administrator may state an interest in; that
        obliges nobody to anything, and what a plan names holds once the operator and the store agree on it. Should an
        operator charge for this installation, the terms for it are the operator’s.
      </p>
    ),
  },
  {
    id: "others",
    title: "Services of others",
    text: (
      <p>
        If you connect a Shopify store, forward a mailbox or sign in with Google or X, their terms apply to what they
        do. Disconnecting a store here ends our access to it and deletes what came from it, but for customers with
        tickets, as the desk says before you confirm.
      </p>
    ),
  },
  {
    id: "end",
    title: "When it ends",
    text: (
      <p>
        You may stop at any time: there is nothing to cancel. Customers’ data can be exported before; the operator
        deletes a store and all that belongs to it on request. Since the software is free, you may take your data to an
        installation of your own.
      </p>
    ),
  },
  {
    id: "changes",
    title: "Changes",
    text: (
      <p>
        These terms come with the software and change with its versions; the date above says of when they are. Where the
        operator has terms of their own, those hold between you and the operator.
      </p>
    ),
  },
];
