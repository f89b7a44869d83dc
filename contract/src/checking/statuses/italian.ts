import { phrases, type StatusPhrases } from "./phrases.ts";

const have = "(abbiamo|ho|ha|hanno|è|sono|stat[oaie]|risulta|risultano|già|appena)";
const thing = "(pacco|ordine|spedizione|merce|collo|tutto)";

export const italian: StatusPhrases = {
  refunded: phrases(
    "(abbiamo|ho) _ (rimesso|trasferito|riaccreditato|accreditato|bonificato|versato) * sul(la)? (suo|tuo|sua|tua) (conto|carta)",
    "(è|sono) (_ )?(tornat[oaie]|rientrat[oaie]) sul(la)? (suo|tuo|sua|tua) (conto|carta)",
    `${have} _ (rimborsat[oaie]|riaccreditat[oaie]|stornat[oaie] (sulla|sul|a)|reso (i soldi|il denaro|l'importo|la somma)|restituit[oaie] (i|il|l'importo|la somma|\\d))`,
    `(rimborso|storno|accredito|bonifico) * (è|sono|risulta) _ (stat[oaie] )?(emess[oa]|elaborat[oa]|effettuat[oa]|completat[oa]|eseguit[oa]|dispost[oa]|inviat[oa]|partit[oa]|fatt[oa]|accreditat[oa]|conclus[oa]|processat[oa]|avviat[oa]|andat[oa] a buon fine)`,
    "(abbiamo|ho) _ (emesso|elaborato|effettuato|eseguito|disposto|fatto|inviato|avviato|provveduto al) (_ )?(rimborso|storno|riaccredito)",
    "(il|del) rimborso * (l'abbiamo|l'ho|è stato) (_ )?(fatto|disposto|eseguito|inviato|emesso)",
    "(gliel|te l|glieli|ve l|glie)@ ?(abbiamo|ho) (_ )?(rimborsat[oaie]|restituit[oaie]|riaccreditat[oaie]|rifuso)",
  ),
  shipped: phrases(
    "(è|sono) _ uscit[oaie] (da|di|dal|dalla|dai|dalle|dallo)",
    "(mess[oaie]|dat[oaie]) (_ )?(in spedizione|in viaggio|in consegna|al corriere|in posta)",
    "(abbiamo|ho) (_ )?(dato|passato|consegnato|lasciato) (_ )?(al corriere|a (gls|brt|dhl|ups|sda|poste|bartolini|fedex))",
    "(l'|li|le|lo|la) ?(ha|hanno) (_ )?(ritirat[oaie]|pres[oaie]|caricat[oaie]) (_ )?(il corriere|gls|brt|dhl|ups|sda|bartolini|fedex)",
    "(è|sono) (_ )?(nelle mani|in mano|con) (_ )?(corriere|gls|brt|dhl|ups|sda)",
    "(spedit|inviat|partit)[oaie] (ieri|oggi|stamattina|stamani|lunedì|martedì|mercoledì|giovedì|venerdì|sabato)",
    `(abbiamo|ho|è|sono|stat[oaie]) _ (spedit[oaie]|inviat[oaie]|mandat[oaie]|imbarcat[oaie]|affidat[oaie] (al|a)|consegnat[oaie] (al corriere|a (gls|brt|dhl|ups|sda|poste|bartolini|fedex))|pres[oaie] in carico|evas[oaie]|ritirat[oaie] dal corriere)`,
    `(è|sono) _ (partit[oaie]|in viaggio|in transito|in consegna|in arrivo|uscit[oaie] dal|per strada)`,
    "(ha|hanno) (_ )?lasciato (il|la|i|le) (nostr[oaie]|magazzino|laboratorio)",
    "(abbiamo|ho) (_ )?affidato",
    `${thing} (_ )?(viaggia|sta viaggiando|sta arrivando)`,
    "(abbiamo|ho) provveduto (alla spedizione|a spedire|all'invio|a inviare)",
    "(gliel|te l|ve l|glie)@ ?(abbiamo|ho) (_ )?(spedit[oaie]|inviat[oaie]|mandat[oaie])",
  ),
  delivered: phrases(
    "(gls|brt|dhl|ups|sda|bartolini|fedex|poste|corriere|postino) (_ )?(ha|hanno) (_ )?(consegnato|lasciato|recapitato|portato|messo)",
    "(le|ti|vi|gliel|te l|ve l)@ ?(ha|hanno) (_ )?(portat[oaie]|consegnat[oaie]|lasciat[oaie]|recapitat[oaie])",
    "(è|sono) (_ )?(da lei|da te|a casa sua|a casa tua|in portineria|dal (vicino|portiere)|nella (sua|tua) cassetta)",
    "ha firmato",
    "(l'ha|li ha|le ha) (_ )?(ricevut[oaie]|ritirat[oaie]) (il|l'|ieri|oggi|lei)",
    `(è|sono|stat[oaie]|risulta|risultano) _ (consegnat[oaie](?! (al corriere|a (gls|brt|dhl|ups|sda)))|recapitat[oaie]|lasciat[oaie] (in|al|alla|presso|da|dal|davanti)|depositat[oaie] (in|nella|presso)|ritirat[oaie] da (lei|te|un|una|sua|suo)|arrivat[oaie] a (destinazione|casa))`,
    "(è|sono) (_ )?(arrivat[oaie]|giunt[oaie])(?! (in|al|presso) (il |la |nostr@|magazzino|filiale|deposito|centro))",
    "(ha|hanno) (_ )?(lasciato|consegnato|recapitato) (il|la|i|le|l') _ (al|alla|ai|presso|in|nella|dal|davanti|a)",
    "(glie|te|ve)@ ?(l'|li|le|la|lo) ?(ha|hanno) (_ )?(consegnat[oaie]|lasciat[oaie]|recapitat[oaie])",
    "consegna (è )?(avvenuta|stata effettuata|andata a buon fine|completata)",
  ),
  cancelled: phrases(
    `(abbiamo|ho|è|sono|stat[oaie]|risulta) _ (annullat[oaie]|cancellat[oaie]|stornat[oaie] l'ordine)`,
    "(abbiamo|ho) _ (provveduto|proceduto) (all'annullamento|ad annullare|alla cancellazione|a cancellare)",
    "(annullamento|cancellazione) * (è|è stat[oa]|risulta) (_ )?(effettuat[oa]|completat[oa]|confermat[oa]|fatt[oa]|registrat[oa]|avvenut[oa])",
    "(abbiamo|ho) (_ )?(effettuato|fatto|eseguito|confermato) (l'annullamento|la cancellazione)",
  ),
  underway: phrases(
    `(è|sono|risulta|risultano) _ (in viaggio|in transito|in consegna|per strada|in arrivo)`,
    `${thing} (_ )?(viaggia|sta viaggiando)`,
  ),
  paid: phrases(
    "(è|sono) _ (arrivat[oaie]|entrat[oaie]|accreditat[oaie]) sul nostro conto",
    "(pagamento|bonifico|versamento|ricarica) * (è|risulta|sono|ci è) _ (stat[oa] )?(ricevut[oa]|arrivat[oa]|accreditat[oa]|andat[oa] a buon fine|registrat[oa]|confermat[oa]|pervenut[oa]|incassat[oa])",
    "(abbiamo|ho) _ (ricevuto|incassato|registrato) (il|la|il suo|il tuo|tuo|suo) (_ )?(pagamento|bonifico|versamento)",
    "ordine (è|risulta) (_ )?(pagato|saldato)",
  ),
  returned: phrases(
    "(pacco|ordine|spedizione|collo) * (è|ci è|è stato|ci è stato) (_ )?(tornat[oa] (indietro|da noi|al mittente|in magazzino)|rientrat[oa]|restituit[oa] (a noi|al mittente)|rispedit[oa] (a noi|al mittente|indietro)|reso al mittente)",
    "ci è (tornat|rientrat)[oa]",
  ),
  pickup: phrases(
    "(è|sono|la aspetta|ti aspetta) (_ )?(disponibil[ei]|pront[oaie]|in giacenza|fermo)? ?(per il ritiro|da ritirare|al punto di ritiro|in giacenza|nel locker|all'ufficio postale|presso (il punto|l'ufficio))",
  ),
  owed: phrases(
    "(rimborso|storno|accredito|bonifico) * (è|rimane|resta) _ (ancora )?(in sospeso|da fare|in attesa|pendente|in corso)",
    "non (_ )?(abbiamo|ho|è stato|l'abbiamo|l'ho|ha) (_ )?(ancora )?(rimborsat[oaie]|fatto|eseguito|disposto|effettuato|emesso) (_ )?(rimborso|storno)?",
    "(devo|dobbiamo) ancora (_ )?(rimborsar|restituir|riaccreditar|fare il rimborso)@",
  ),
};
