import { phrases, type StatusPhrases } from "./phrases.ts";

// The verb stands last, and its auxiliary anywhere before or behind it: "settled" asks for that.
const thing = "(paket|päckchen|bestellung|sendung|lieferung|ware|es|sie|er|alles|@)";

export const german: StatusPhrases = {
  refunded: phrases(
    "(ist|sind) * wieder (auf (ihrem|deinem) konto|bei ihnen|bei dir) (eingegangen|gelandet|da)",
    "(zurückbekommen|zurückerhalten|wiederbekommen|zurückgezahlt bekommen|erstattet bekommen)",
    "(haben|hat) _ (zurückgegeben|zurücktransferiert|wieder gutgeschrieben)",
    "(zurück|rück)?erstattet",
    "(zurück|rück)(gezahlt|bezahlt|gebucht|überwiesen|vergütet|gegeben)",
    "(retour|zurück) (gebucht|überwiesen|gezahlt|gegangen|geschickt aufs konto)",
    "(gutgeschrieben|gutgebracht|ausbezahlt|ausgezahlt|vergütet)",
    "(erstattung|rückerstattung|rückzahlung|gutschrift|rückbuchung) * (veranlasst|ausgeführt|durchgeführt|angewiesen|erfolgt|abgeschlossen|gebucht|ausgelöst|rausgegangen|raus|erledigt|gemacht|eingeleitet|freigegeben|unterwegs|durch|getätigt|vorgenommen)",
    "(geld|betrag|kaufpreis|€|euro) * (zurück auf (ihr|dein|eur)@ konto|auf dem weg zurück|auf dem rückweg|wieder auf (ihr|dein)@ konto|zurück auf dem weg)",
    "(sind|ist) (schon |bereits )?(auf dem weg )?zurück auf (ihr|dein|eur)@ (konto|karte)",
  ),
  shipped: phrases(
    "(mitgenommen|abgeholt|übernommen) (worden|von (dhl|ups|dpd|gls|hermes|der post|dem kurier|dem fahrer))",
    "(wurde|wurden|hat|haben) * (mitgenommen|verladen|eingescannt|der post anvertraut|in den versand (gegeben|gebracht)|zum versand gebracht|fertiggemacht und verschickt)",
    "(verließ|verließen) (_ )?(unser|das|uns|die)",
    "(schickten|versandten|sendeten) wir",
    "fährt * (zu ihnen|zu dir|richtung)",
    "(versandt|versendet|verschickt|abgeschickt|losgeschickt|abgesendet|abgesandt|weggeschickt|rausgeschickt|hinausgeschickt|herausgeschickt|rausgegangen|hinausgegangen|herausgegangen|losgegangen|abgegangen|weggegangen)",
    "auf (den weg|die reise) (gebracht|gegangen|geschickt|gemacht)",
    "(hat|haben) * (lager|haus|werkstatt|uns|rösterei|atelier) (_ )?verlassen",
    "(an|bei|der|dem|den|mit) (dhl|ups|dpd|gls|hermes|post|spedition|paketdienst|kurier|versanddienstleister|@post) (_ )?(übergeben|eingeliefert|aufgegeben|abgegeben|gebracht|mitgegeben|anvertraut)",
    "zur post gebracht",
    `(ist|sind|befinde[nt]@( sich)?|war|waren) _ (unterwegs|auf dem weg|in (der )?zustellung|in zustellung|raus|draußen|auf reisen|auf achse|bei (dhl|ups|dpd|gls|hermes))`,
    `${thing} ging(en)? * (raus|auf die reise|los|weg|in die post|auf den weg|zur post)`,
    "(schon|bereits|heute|gestern|schon längst) (raus|unterwegs|auf dem weg|auf reisen)",
    "(haben|habe) _ (rausgegeben|in die post gegeben|auf den weg gegeben)",
  ),
  delivered: phrases(
    "(wurde|wurden|worden|hat|haben) * (durch den|in den|in ihren|in deinen|hinter|unter|neben|auf) _ (geworfen|gesteckt|gelegt|gestellt|abgelegt|eingeworfen)",
    "(an sie|ihnen|dir|an ihre@|an einen nachbarn|ihrem nachbarn|an der haustür|persönlich) * (übergeben|ausgehändigt|überreicht|gegeben)",
    "(heute|gestern|um @ uhr) * übergeben (worden|wurden?)",
    "(hat|haben) * (zugestellt|gebracht|ausgeliefert|vorbeigebracht|abgeliefert)",
    "(abgeliefert|vorbeigebracht|überreicht|bei ihnen eingegangen|da angekommen|gut angekommen)",
    "(brachte|lieferte|stellte|übergab) * (ab|aus|zu|an sie|vorbei)",
    "(ist|sind) (seit * )?(bei ihnen|bei dir) (angekommen|eingetroffen|gelandet)",
    "(in den briefkasten|in ihren briefkasten|vor die (tür|haustür)|in die packstation|in der garage|auf der terrasse|hinter die|auf die) * (gelegt|gestellt|geworfen|eingelegt|abgelegt|gesteckt)",
    "(zugestellt|ausgeliefert|angeliefert|geliefert|angekommen|eingetroffen|ausgehändigt|eingeworfen|entgegengenommen)",
    "(wurden?|worden|hat|haben|ist|sind) * (abgegeben|hinterlegt|abgelegt|abgestellt|gelassen|in empfang genommen|übernommen|zugegangen|deponiert)",
    "(abgegeben|hinterlegt|abgelegt|abgestellt|deponiert) (worden|wurden?)",
    "(hat|haben) * (bei|vor) (der|dem|den|ihr@|dein@|einem|einer) _ (gelassen|abgegeben|abgestellt|hinterlegt|abgelegt)",
    "(liegt|liegen|steht) (_ )?(seit * )?(bei ihnen|bei dir|vor (ihrer|deiner) (tür|haustür)|in ihrem briefkasten|beim nachbarn|bei (ihrem|deinem|der) nachbar@)",
    "kam(en)? * bei (ihnen|dir|euch) an",
  ),
  cancelled: phrases(
    "(storniert|annulliert|gecancelt|gecancelled|rückgängig gemacht|aufgehoben|widerrufen)",
    "(stornierung|storno) * (durchgeführt|erledigt|erfolgt|bestätigt|vorgenommen|abgeschlossen|eingetragen|gebucht|durch|ausgeführt)",
  ),
  underway: phrases(
    `(ist|sind|befinde[nt]@( sich)?) (noch |weiterhin |immer noch |derzeit |aktuell |gerade |laut @ )?_ (unterwegs|auf dem weg|in (der )?zustellung|auf reisen|auf achse|im transport|in transit)`,
    "noch (immer )?(unterwegs|auf dem weg|in zustellung|im transport)",
  ),
  paid: phrases(
    "(auf unserem|auf unser|bei uns auf dem) konto * (gelandet|eingegangen|angekommen|gutgeschrieben|da|eingetroffen|verbucht)",
    "(zahlung|überweisung) (ist|wurde) * (da|durch|verbucht|bestätigt|drin)",
    "(@zahlung|überweisung|geld|zahlungseingang|zahlbetrag) * (eingegangen|erhalten|angekommen|da|verbucht|eingetroffen|gebucht|eingelangt|bestätigt|gutgeschrieben)",
    "(@zahlung|überweisung) * (ging|kam) * (ein|an)",
    "(haben|habe) _ (ihre|deine|die) (zahlung|überweisung) _ (erhalten|bekommen|verbucht)",
  ),
  returned: phrases(
    "(an uns|zu uns) (zurück@|retour@)",
    "(paket|sendung|bestellung|päckchen|lieferung) * (ist|kam|wurde|ging|liegt) * (zurück(gekommen|gesandt|gesendet|geschickt|gegangen| bei uns| an uns| zu uns)|retourniert|retour (gekommen|gegangen|bei uns)|wieder bei uns)",
  ),
  pickup: phrases(
    "(liegt|liegen|wartet|warten|steht|ist|sind) * (zur abholung|abholbereit|zum abholen)",
    "(liegt|wartet) * (in der|im|in einer|in einem|bei der) (@filiale|paketshop|packstation|poststelle|@station|@shop) * (auf sie|auf dich|bereit|für sie|für dich)",
  ),
  owed: phrases(
    "(@erstattung|gutschrift|rückzahlung|geld|betrag) * (steht|stehen|ist|sind) _ (noch )?(aus|offen|ausstehend|in arbeit|nicht (veranlasst|erfolgt|raus|gebucht|durch|angewiesen|gemacht))",
    "(muss|müssen) (ich|wir) _ (noch )?(erstatten|gutschreiben|zurücküberweisen|zurückzahlen|überweisen|anweisen|veranlassen)",
    "(noch keine|keine) (@erstattung|gutschrift|rückzahlung) * (veranlasst|erfolgt|gebucht|angewiesen|gemacht|erhalten|ausgelöst|bekommen)",
    "(@erstattung|gutschrift|rückzahlung) * (lässt noch auf sich warten|fehlt noch|kommt noch)",
  ),
};
