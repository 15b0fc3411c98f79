/** Values of a VDA 5050 state that a robot's entity uses too, without the schemas of the messages. */
export const E_STOPS = ['AUTOACK', 'MANUAL', 'REMOTE', 'NONE'] as const;
export const OPERATING_MODES = ['AUTOMATIC', 'SEMIAUTOMATIC', 'MANUAL', 'SERVICE', 'TEACHIN'] as const;
