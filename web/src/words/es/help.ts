/** Spanish. What each button does, the keyboard shortcuts and the house policies. */
export const help = {
  "button.clear": "Quitar",
  "button.clear_does": "Deshace su última acción. Pulsado otra vez enseguida, quita todo.",
  "button.double": "Doblar",
  "button.double_does": "Dobla todas las apuestas, o ninguna si el crédito o un límite no lo permite.",
  "button.raise": "Subir",
  "button.raise_does":
    "Añade la ficha elegida a cada apuesta en el orden en que las puso, hasta agotar el crédito. Omite campos al límite.",
  "button.repeat": "Repetir",
  "button.repeat_does":
    "Repite las apuestas de su última ronda en todas las mesas abiertas. Las ya cerradas se omiten y se nombran.",
  "button.auto_repeat": "Repetición automática",
  "button.auto_repeat_does":
    "Mantenga Repetir tres segundos y confirme: sus apuestas vuelven cada vez que se abre. Termina con un rechazo, una desconexión, un cobro o al cerrar la mesa.",
  "button.keep_bets_on": "Mantener apuestas",
  "button.keep_bets_on_does": "En su propia mesa las apuestas vuelven tras cada ronda; el reparto le espera.",
  "button.deal": "Repartir",
  "button.deal_does": "Empieza la ronda en su propia mesa.",
  "button.denomination": "Denominación",
  "button.denomination_does": "El valor de un crédito y de cada ficha. Cambia solo sin apuestas.",
  "button.mode": "Modo de juego",
  "button.mode_does": "Banca con comisión, o sin ella y la mitad con 6. Cambia solo sin apuestas.",
  "button.limits": "Mostrar límites",
  "button.limits_does": "Muestra el mínimo, el máximo y la devolución máxima de cada apuesta.",
  "button.winnings": "Mostrar ganancias",
  "button.winnings_does": "Muestra lo máximo que puede ganar cada apuesta.",
  "button.cashout": "Cobrar",
  "button.cashout_does":
    "Todo su crédito como ticket con código, sin apuestas en ninguna mesa. Las sumas grandes se pagan en mano.",
  "button.tip": "Propina",
  "button.tip_does": "Un regalo de su crédito a quienes llevan la mesa.",
  "button.attendant": "Llamar al asistente",
  "button.attendant_does": "Alguien acude a su puesto.",
  "button.reserve": "Reservar este puesto",
  "button.reserve_does": "Bloquea la pantalla con su PIN.",
  "button.dispute": "Disputa",
  "button.dispute_does":
    "En mesa en vivo, hasta el próximo cierre: un supervisor mira la última ronda en la que apostó.",
  "button.contribute": "Añadir sus palabras",
  "button.contribute_does": "En el cambio de sabot, sus palabras se mezclan en el orden del próximo.",
  "key.chip": "Elegir ficha",
  "key.fields": "Apostar a Jugador, Empate, Banca",
  "key.place": "Apostar en el campo elegido; las flechas mueven",
  "key.clear": "Quitar la última",
  "key.clear_all": "Quitar todo",
  "key.double": "Doblar",
  "key.repeat": "Repetir",
  "key.raise": "Subir",
  "key.deal": "Repartir",
  "key.limits": "Límites",
  "key.winnings": "Ganancias",
  "key.help": "Ayuda",
  "policy.disconnection": "Conexión perdida",
  "policy.disconnection_words":
    "La ronda sigue sin usted. Las apuestas aceptadas valen y se liquidan; su historial las muestra. Al volver, está donde está la mesa. Una apuesta sin respuesta se reenvía con el mismo número y cuenta una vez.",
  "policy.malfunction": "Avería",
  "policy.malfunction_words":
    "Una avería anula la ronda: todo lo apostado vuelve y una liquidación hecha se revierte. No deja marca en los caminos.",
  "policy.errors": "Errores en la mesa",
  "policy.errors_words":
    "El crupier o un supervisor pausa la ronda y dice por qué. Sus apuestas se guardan. La ronda sigue, se cancela devolviendo todo, o se corrige; verá qué cambió.",
  "policy.latency": "Retraso",
  "policy.latency_words":
    "Decide el reloj del servidor. Una apuesta que llega tras el cierre se rechaza y no se toma nada. El anillo muestra la hora del servidor. En vivo, ninguna carta se ve antes que en la imagen.",
  "policy.shuffle": "Barajado",
  "policy.shuffle_words":
    "El orden sale de un secreto de 1.024 bytes al azar y de palabras que añaden los clientes. Una huella pública sella el secreto antes de la primera apuesta; se revela tras la última.",
  "policy.burn": "Quema y carta de corte",
  "policy.burn_words":
    "Un sabot nuevo empieza con una carta boca arriba y tantas boca abajo como dicen las reglas. La carta de corte está cerca del final; la ronda en que sale es la última.",
  "policy.limits": "Límites",
  "policy.limits_words":
    "Cada apuesta tiene mínimo, máximo y devolución máxima. Se rechaza la que podría devolver más; las ganancias nunca se recortan ni se redondean.",
  "policy.protection": "Sus propios límites",
  "policy.protection_words":
    "Puede limitar pérdidas, apuestas y tiempo. Lo más estricto se aplica al instante, lo más amplio a las 24 horas. Una pausa o una autoexclusión no se pueden deshacer.",
  "policy.english": "Prevalece el inglés",
  "policy.english_words": "Si una traducción difiere del inglés, vale el texto inglés.",
} as const;
