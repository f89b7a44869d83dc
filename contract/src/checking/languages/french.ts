import { french as statuses } from "../statuses/french.ts";
import { type Words, words } from "./words.ts";

export const french: Words = {
  common: words(
    "tu|ça|oui|on|ton|ta|tes|peux|peut|était|parti|encore|hier|demain|belle|bonne|voilà|sera|ou|où|qui|par|se|sont|ce|pas|sur|plus|ne|en|au|chez|notre|jours|aussi|bien|très|est|avec|le|les|des|une?|est|nous|vous|votre|vos|avons|été|pour|avec|bonjour|du|au|la|et|que|merci|cordialement|dans|commande|colis|facture|remboursement|livraison|frais|étaient",
  ),
  condition: words(
    "(?:vous|tu) (?:me |nous )?(?:dites|dis|écris|écrivez|indiquez|signales|parles|parlez)|selon toi|d'après toi|de nous avoir (?:informés?|signalé|prévenus?|écrit)|désolée?s? (?:d'apprendre|que)|vous (?:écrivez|dites|indiquez|indiquiez|mentionnez|signalez)|vous (?:nous )?avez (?:écrit|dit|indiqué|mentionné|signalé)|selon vous|dans votre (?:message|e-?mail|mail)|d'après votre|si|s'ils?|dès qu(?:e|')|dès|lorsqu(?:e|')|quand|une fois|au cas où|à condition|tant qu(?:e|')|avant qu(?:e|')|jusqu'à ce|après que|je comprends que|on vous a dit",
  ),
  hedge: words(
    "rien|sans|personne|volontiers|prêts? à|par erreur|j'avais (?:écrit|indiqué|mentionné)|moitié|pouvoir|ne|n|pas|jamais|aucun(?:e)?|ni|sera|seront|serait|serez|aurez|allons|allez|va|vont|\\p{L}{2,}(?:erons|irons|drons|rez|ront|rions|rait|raient|rai)|peut|peuvent|pouvons|pouvez|pourr\\p{L}+|devrait|devraient|doit|doivent|devez|souhait\\p{L}+|vous (?:écrivez|dites|indiquez|mentionnez|demandez|signalez|avez (?:écrit|dit|indiqué|mentionné|demandé))|selon vous|votre message|généralement|normalement|habituellement|au lieu|plutôt que|avant de|afin de|pour être|être",
  ),
  hedgesBackwards: false,
  settled: words(
    "font|fait|faisait|revient|est|sont|était|étaient|a|ont|avons|ai|avez|été|s'élève|s'élevait|élève|élevait|coûte|coûtait|coûté|remboursé\\p{L}*|payé\\p{L}*|débité\\p{L}*|facturé\\p{L}*|crédité\\p{L}*|comprend|inclut|reçu",
  ),
  amounts: {
    refund: words(
      "re-?crédit\\p{L}+|revers\\p{L}+|restitu\\p{L}+|rend(?:re|u|us|rons|ons)|récupér\\p{L}+|virement|re-?vir\\p{L}+|rembours\\p{L}+|recrédité\\p{L}*",
    ),
    total: words(
      "s'élèvent?|s'élevait|reviennent à|revenait à|montent à|se monte à|font|revient à|somme|coûte en tout|régl\\p{L}+|reste(?: à (?:votre|ta) charge)?|restant|coûté|dépens\\p{L}+|dû|doit|devez|au total|en tout|virer|total\\p{L}*|montant (?:total|de (?:la|votre) commande|de la facture|payé|débité)|payé\\p{L}*|paiement|débité\\p{L}*|facturé\\p{L}*|prélevé\\p{L}*|réglé\\p{L}*|commande d'un montant|montant",
    ),
    shipping: words(
      "transport|frais de transport|expédition|envoi|frais de (?:port|livraison|d'envoi|d'expédition)|frais d'(?:envoi|expédition)|port|livraison",
    ),
    tax: words("tva|taxe\\p{L}*"),
    discount: words("déduit\\p{L}*|moins cher|gagn\\p{L}+|remise|réduction|rabais|ristourne|économis\\p{L}+"),
    line: words("prix|coûte|coûtait|coûté|article|produit"),
  },
  offer: words(
    "alternatives?|express|gratuit\\p{L}*|site|boutique|moitié|bon|bons|bon d'achat|chèque|carte cadeau|cartes cadeaux|(?<=(?:un|votre|cet|en|notre|ton) |l')avoir(?! (?:été|\\p{L}+é\\p{L}{0,2})(?!\\p{L}))|geste commercial|offre|offres|prochain(?:e)? (?:commande|achat)|dédommagement|compensation|livraison (?:offerte|gratuite)|offert\\p{L}*|promotion|minimum|frais de (?:dossier|retour|douane)|douane|remplacement|différence|supplément\\p{L}*|actuellement|disponible|code|déduction|déduit\\p{L}*|déduire",
  ),
  bound: words(
    "jusqu'à|plus de|moins de|au-delà de|à partir de|dès|environ|au moins|au maximum|entre|par|supérieur\\p{L}* à|autour de|près de|de plus",
  ),
  statuses,
  otherThing: words(
    "somme|montant|commandes|centre|plateforme|dépôt|agence|point relais|tri|(?:dernière|précédente|première|prochaine) commande|e-?mails?|courriels?|mail|message|confirmation|facture|reçu|étiquette\\p{L}*|retour|retours|retourn\\p{L}+|renvoy\\p{L}+|remplacement|échange|nouve(?:au|l|lle)s?|abonnement|rendez-vous|réservation|document\\p{L}*|photo\\p{L}*|lettre|demande|bon|code|lien|collègue|fournisseur|fabricant|douane|autre\\p{L}*|second\\p{L}*|deuxième|manquant\\p{L}*|reste|remboursement|virement|argent|paiement|avis|(?:livreur|coursier|facteur) (?:\\p{L}+ ){0,4}(?:tenté|passé|sonné|pu|trouvé|essayé|présenté)|marchandises?|stocks?",
  ),
  days: {
    ordered: words(
      "commande (?:date|remonte|datait)|avez commandé|as commandé|commandée?s?|passée?|commande du|achat du|passé commande|acheté\\p{L}*|effectuée|commandée?s?|achetée?s?|enregistrée?",
    ),
    shipped: words(
      "posté\\p{L}*|sortie?s?|enlevée?s?|ramassée?s?|acheminée?s?|collectée?s?|mise?s? à la poste|pris la route|récupérée?s? par|expédiée?s?|envoyée?s?|remise?s? (?:au|à)|quitté|partie?s?|postée?s?|expédition|confiée?s?|pris(?:e|es)? en charge|départ|(?<!vous )(?<!lui )a été remise?s? (?:au|à la|aux)|partis?",
    ),
    delivered: words(
      "laissée?s?|retirée?s?|livraison (?:est|a été) (?:effectuée|faite)|apportée?s?|récupérée?s? par (?:vous|votre)|remise?s? (?:en main|à (?:votre|ta|ton|un|une))|livrée?s?|distribuée?s?|arrivée?s?|déposée?s?|réceptionn\\p{L}+|(?:vous|lui) (?:a|ont) été remise?s?|livraison a eu lieu",
    ),
    refunded: words(
      "reversée?s?|restituée?s?|rendue?s?|retournée?s? sur|remise?s? sur|procédé|débloqué|rembours\\p{L}+|recréditée?s?|créditée?s?|viré|virement",
    ),
    cancelled: words("annulée?s?|annulation"),
    expected: words("prévue?s?|estimée?s?|attendue?s?|date de livraison"),
  },
  attached: words(
    "jointe?s? à (?:ce|cet|cette|mon|notre) (?:message|e-?mail|mail|courriel)|en pj|ci-joint\\p{L}*|en pièces? jointes?|(?:vous trouverez|veuillez trouver) [^.!?\\n]{0,60}(?:joint\\p{L}*|jointe)|je (?:vous )?joins|nous (?:vous )?joignons|en annexe|j'ai joint|avons joint",
  ),
  attachedElsewhere: words(
    "merci (?:pour|de)|de votre|votre pièce|vous avez (?:joint|envoyé)|votre pièce|pourriez-vous|pouvez-vous|veuillez (?:joindre|envoyer|nous)|merci de (?:joindre|nous)|(?:précédent|dernier|premier)\\p{L}* (?:e-?mail|message|courriel|mail)|dans le colis|au colis|joindre",
  ),
  greeting:
    /^(?:bonjour|bonsoir|ch(?:er|ère|ers)|salut|coucou|re-?bonjour|bon(?:ne)? (?:matin|après-midi|soirée)|allô|madame|monsieur)[ ,]+(?=\p{Lu})/iu,
  noName:
    /^(?:à|tous|toutes|madame|monsieur|client\p{L}*|et|nous|votre|vos|merci|je|le|la|les|l|équipe|service|cher|chère)$/iu,
  closing:
    /^(?:(?:bien )?(?:cordialement|à vous|amicalement)|(?:bonne|belle|excellente) (?:journée|soirée|semaine|fin)|sincères? salutations|(?:meilleures|sincères) salutations|salutations|merci(?: encore)?|à (?:bientôt|très vite))[,.! ]*$/iu,
};
