/** The live fleet as features see it. */
import type { Language } from '../../contract/entities/constants.ts';
import type { RobotLive } from '../../contract/entities/robot.ts';

export interface Fleet {
  /** The picture of a robot in a reader's language; one never heard has `at: null`. */
  live(serialNumber: string, language: Language): RobotLive;
  /** Robots or relations changed in the database: the caches of addresses, maps and watchers are read anew. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}
