/** What a call of the access matrix demands of its caller. */
export type Demand = 'nothing' | 'session' | 'read' | 'stop' | 'operate' | 'administer' | 'own' | 'accountAdmin';
