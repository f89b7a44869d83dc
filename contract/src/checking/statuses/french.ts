import { phrases, type StatusPhrases } from "./phrases.ts";

const have = "(avons|ai|a|ont|été|est|sont|vient|viennent|venons|viens|aviez)";
const thing = "(colis|commande|paquet|envoi|livraison|il|elle|ils|elles|tout|article|articles)";

export const french: StatusPhrases = {
  refunded: phrases(
    "(avons|ai) _ (renvoyé|viré|transféré|remis) * sur (votre|ta|ton) (compte|carte)",
    "(est|sont) (_ )?(de retour|revenue?s?) sur (votre|ta|ton) (compte|carte)",
    `${have} _ (remboursée?s?|recréditée?s?|reversée?s?|restituée?s?|rendus?|rendu (les|l'argent|votre)|re-?virée?s?)`,
    `(remboursement|virement|avoir|argent|somme) * (a|ont|est|sont) _ (été )?(effectué|émis|traité|réalisé|fait|envoyé|versé|lancé|validé|parti|crédité|passé|exécuté|déclenché|recrédité|en route|finalisé|ordonné|initié)e?s?`,
    "(avons|ai) _ (effectué|émis|procédé|fait|lancé|validé|versé|déclenché|initié|ordonné) _ (remboursement|virement)",
    "(venons|viens) de (vous |te )?(rembourser|reverser|recréditer|rendre|restituer)",
    "(vous a|t'a|vous ai|t'ai|vous avons|t'avons) _ (remboursé|rendu|restitué|reversé|recrédité)@",
  ),
  shipped: phrases(
    "(nous|vous) (a|ont) _ quittée?s?",
    "(est|sont) _ (parties? de chez nous|partie?s? en livraison|sous la main de|pris(es?)? par)",
    "(a|ont|ai|avons) _ (pris|prise|pris en charge|emporté|récupéré) (le|la|votre|vos|ton|ta) (colis|commande|paquet)",
    "(ai|avons) _ (mis|mise|mises) (à la poste|en route|au courrier|en livraison)",
    "(est|sont) (chez|avec) (colissimo|chronopost|dpd|ups|dhl|gls|mondial relay|le transporteur)",
    `(avons|ai|a|ont|été|est|sont) _ (expédiée?s?|envoyée?s?|postée?s?|acheminée?s?|confiée?s?|remise?s? (à|au|aux)|déposée?s? (à la poste|au bureau|en point|chez (colissimo|chronopost|dpd|ups|dhl|gls))|prise?s? en charge)`,
    `(est|sont) _ (partie?s?|en route|en chemin|en transit|en cours (de livraison|d'acheminement|de transport)|en livraison|sortie?s? de|entre les mains)`,
    "(a|ont) _ quitté (nos|notre|l'|l'entrepôt|l'atelier|la boutique|le|la)@",
    `${thing} (_ )?(voyage|roule|circule|est en tournée)`,
    "(vient|viennent|venons|viens) (de partir|d'être (expédiée?s?|envoyée?s?|remise?s?)|de quitter|d'expédier|de (l'|vous )?(envoyer|expédier|poster))",
    "(a|ont) (bien |déjà )?pris la route",
    "s'est mis en route",
  ),
  delivered: phrases(
    "(vous|t'|te|le|la|les) (a|ont) _ (apporté|remis|déposé|livré|laissé|distribué|amené)e?s?",
    "(colissimo|chronopost|dpd|ups|dhl|gls|mondial relay|facteur|livreur|transporteur|la poste|bpost|coursier) _ (vous |t'|te )?(a|ont) _ (déposé|livré|remis|laissé|distribué|apporté)e?s?",
    "(est|sont) _ (bien )?(entre vos mains|chez vous|chez (votre|ta) (voisin|voisine|gardien|gardienne))(?! (demain|lundi|mardi|mercredi|jeudi|vendredi|samedi))",
    "(avez|as) _ (bien )?(reçu|réceptionné) (votre|le|la|ton|ta)",
    `(a|ont|été|est|sont) _ (livrée?s?|distribuée?s?|remise?s? en main|remise?s? (à (votre|vous|ton|ta|un voisin|une voisine|la gardienne)|contre|en)|déposée?s? (chez|dans|devant|à votre|à ton|au|en)|réceptionnée?s?|laissée?s? (chez|dans|devant|à))`,
    "(vous|lui|leur|te|t'|vous l') ?(a|ont) _ (été )?(remise?s?|livrée?s?|déposée?s?|laissée?s?|distribuée?s?)",
    "(est|sont) _ arrivée?s?(?! (chez nous|à notre|au centre|à l'agence|au dépôt|en plateforme|dans nos))",
    "(colissimo|chronopost|dpd|ups|dhl|gls|mondial relay|facteur|livreur|transporteur|la poste|bpost) (vous |t')?a _ (déposé|livré|remis|laissé|distribué) (votre|ton|le|la|les|vos|tes|l')",
    "indiqu@ (comme )?livrée?s?",
    '(marqué|noté|signalé|affiché|statut)e?s? (comme |« |")?(livré|distribué)e?s?',
    "(vous|t')? ?attend (dans|devant) (votre|ta) (boîte|porte)",
    "livraison a (bien )?(eu lieu|été (effectuée|faite))",
  ),
  cancelled: phrases(
    `(avons|ai|a|ont|été|est|sont|vient|viens|venons) _ annulée?s?`,
    "(venons|viens|vient) d'(annuler|être annulée?)",
    "annulation (de * )?(est|a été|a bien été) (_ )?(effective|effectuée|faite|confirmée|prise en compte|enregistrée|validée|traitée)",
    "(avons|ai) _ (procédé à|effectué|enregistré|fait|validé) l'annulation",
  ),
  underway: phrases(
    `(est|sont) _ (en route|en chemin|en transit|en cours (de livraison|d'acheminement|de transport)|en livraison|en tournée)`,
    `${thing} (_ )?(voyage|roule|circule)`,
  ),
  paid: phrases(
    "(est|sont|a|ont) _ (arrivée?s?|créditée?s?|parvenue?s?|tombée?s?) sur notre compte",
    "(paiement|règlement|virement|chèque) * (a|est|ont|sont) _ (été )?(reçu|arrivé|validé|encaissé|enregistré|accepté|confirmé|bien reçu|passé|bien arrivé|crédité|parvenu)e?s?",
    "(avons|ai) _ (reçu|encaissé|enregistré) (votre|ton|le) (paiement|règlement|virement|chèque)",
  ),
  returned: phrases(
    "(colis|commande|paquet|envoi) * (est|a été|nous est|nous a été|nous revient) _ (revenue?|retournée?|renvoyée?|réexpédiée?|de retour)( (chez|à|dans|vers) (nous|nos|notre|l'expéditeur|l'entrepôt))?",
    "(est|sont) (de retour|revenue?s?) (chez nous|à l'(entrepôt|atelier)|dans nos)",
  ),
  pickup: phrases(
    "(vous|t')? ?(attend|attendent) (_ )?(au|en|dans (le|votre|un)|à la|à l'|chez) (_ )?(point relais|point de retrait|relais|bureau de poste|consigne|agence|locker|poste)",
    "(est|sont) (_ )?(disponibles?|à retirer|prêts?|prêtes?|à disposition|arrivée?s?) (_ )?(au|en|à la|dans (le|votre)) (_ )?(point relais|point de retrait|relais|bureau de poste|consigne|agence)",
  ),
  owed: phrases(
    "(remboursement|virement|argent) * (est|reste) _ (toujours |encore )?(en attente|à faire|en cours|dû|en suspens|à venir)",
    "(n'ai|n'avons|n'a) _ (pas|pas encore|toujours pas) _ (remboursée?s?|fait|effectué|lancé|émis) (_ )?(remboursement|virement)?",
    "(remboursement|virement) * (n'a|n'est) (_ )?(pas|pas encore|toujours pas) (_ )?(fait|effectué|parti|lancé|émis|validé|traité)",
    "(dois|devons) encore (vous |te )?(rembourser|faire le remboursement|virer)",
  ),
};
