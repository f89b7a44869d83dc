import { linesOf } from "../lines-of.ts";

/** Italian with a planted misspelling in each line, and without. */
export const italian = {
  planted: linesOf(`
Il suo [oridne|ordine] è in viaggio.
Grazie per il suo [mesaggio|messaggio].
Abbiamo [ricevutto|ricevuto] il reso ieri.
Ci scusiamo per il [dissagio|disagio].
La [fatura|fattura] è allegata alla mail.
Il pacco [arivera|arriverà] domani.
L'articolo non è [disponible|disponibile].
Può inviarci una [fotogarfia|fotografia] del danno?
Il [rimborsso|rimborso] richiede tre giorni.
L'[indrizzo|indirizzo] è stato corretto.
La [spedizzione|spedizione] è gratuita.
Il [coriere|corriere] non ha trovato nessuno.
La [garanziia|garanzia] dura due anni.
[Purtropo|Purtroppo] il colore è esaurito.
Può [restiturlo|restituirlo] entro trenta giorni.
Il nostro [magazino|magazzino] è chiuso oggi.
Stiamo [verficando|verificando] lo stato del pacco.
È un [probelma|problema] del nostro sistema.
Restiamo a sua [dispozione|disposizione].
La lampada è [arrivta|arrivata] rotta.
`),
  sound: linesOf(`
Buongiorno Ludovica, grazie per averci scritto.
Il pacco è partito stamattina dal nostro magazzino.
Potrebbe inviarci una foto dell'etichetta?
La fodera si lava a trenta gradi.
Abbiamo rimborsato l'importo sulla sua carta.
Il corriere è passato, ma non c'era nessuno.
Ne sono rimasti due color sabbia.
Ci dispiace molto per il ritardo.
Il cuscino è fatto di lino.
Ci faccia sapere se le serve altro.
Il ritiro avverrà martedì pomeriggio.
Quale misura preferisce, la grande o la piccola?
Il codice sconto scade domani.
Il nostro team risponde dal lunedì al venerdì.
Cordiali saluti da Torino
Il paralume e la base si vendono insieme.
Abbiamo già risolto tutto.
Le auguriamo una buona giornata!
Qual è il numero dell'ordine?
Non serve che lo restituisca.
`),
};
