/** The calls about settings of robots and what robots learned, for the access matrix. */
import { A, type Person } from '../../fakes/testServer.ts';
import type { Demand } from './demand.ts';

const one = { serialNumber: A.serialNumber };
const read = { demand: 'read', data: () => one } as const;
const administer = (more: Record<string, unknown>) =>
  ({ demand: 'administer', data: () => ({ ...one, ...more }) }) as const;

export const SETTINGS_CALLS: Record<string, { demand: Demand; data: (person: Person) => Record<string, unknown> }> = {
  'robotSettings.all': read,
  'robotSettings.saveAll': administer({ values: { volume: 40, frontLight: true } }),
  'robotSettings.basic': read,
  'robotSettings.saveBasic': administer({ values: { frontLight: true } }),
  'robotSettings.speech': read,
  'robotSettings.saveSpeech': administer({ values: { speechEnglish: 'Hello' } }),
  'robotSettings.recognition': read,
  'robotSettings.saveRecognition': administer({ values: { detectBody: true } }),
  'robotSettings.ofType': { demand: 'read', data: () => ({ ...one, settingType: 'volume' }) },
  'robotSettings.saveOfType': administer({ settingType: 'volume', values: { volume: 40 } }),
  'robotSettings.multiFloor': read,
  'robotSettings.info': { demand: 'read', data: () => ({ ...one, infoType: 'battery' }) },
  'robotSettings.stills': read,
  'robotSettings.learning': read,
  'robotSettings.keepLearning': administer({ learningId: 'unknown-record' }),
  'robotSettings.forgetLearning': administer({ learningId: 'unknown-record' }),
  'robotSettings.wheelLock': read,
  'robotSettings.battery': read,
  'robotSettings.accessToken': read,
  'robotSettings.accessTokenOfView': read,
  'robotSettings.viewByToken': {
    demand: 'nothing',
    data: () => ({ clientId: 'a~b~c-1800000000000-r', username: 'user:a:s', token: 'x.y', what: ['picture'] }),
  },
  'robotSettings.busy': read,
  'robotSettings.user': read,
  'robotSettings.navigationRobots': { demand: 'session', data: (person) => ({ userId: person }) },
  'robotSettings.status': read,
};
