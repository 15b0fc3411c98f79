/**
 * The factsheet (VDA 5050 2.1, 6.15): the robot's properties and supported actions, including custom ones (design 7).
 */
import { COMPARTMENT_SIZES } from '../../contract/rules/deliveryLimits.ts';
import { VIDEO_VIEWERS_PER_ROBOT } from '../../contract/rules/limits.ts';
import { ROBOT_SETTINGS } from '../../contract/rules/robotSettings.ts';
import { VIEWERS_LIMIT_NAME } from '../../contract/rules/videoWall.ts';
import type { FactsheetMessage } from '../../contract/wire/vda5050.ts';
import type { Profile } from './profile.ts';

type Scope = 'INSTANT' | 'NODE' | 'EDGE';
type Parameter = { key: string; valueDataType: string; description: string; isOptional?: boolean };
interface ActionSheet {
  actionType: string;
  actionDescription: string;
  actionScopes: Scope[];
  actionParameters?: Parameter[];
}

const number = (key: string, description: string): Parameter => ({ key, valueDataType: 'FLOAT', description });
const text = (key: string, description: string): Parameter => ({ key, valueDataType: 'STRING', description });

const STANDARD: readonly ActionSheet[] = [
  {
    actionType: 'startPause',
    actionDescription: 'Stops and stays, driving by hand included, until stopPause.',
    actionScopes: ['INSTANT'],
  },
  { actionType: 'stopPause', actionDescription: 'Goes on with what was paused.', actionScopes: ['INSTANT'] },
  { actionType: 'cancelOrder', actionDescription: 'Ends the present order.', actionScopes: ['INSTANT'] },
  { actionType: 'stateRequest', actionDescription: 'Sends the state at once.', actionScopes: ['INSTANT'] },
  { actionType: 'factsheetRequest', actionDescription: 'Sends the factsheet.', actionScopes: ['INSTANT'] },
  {
    actionType: 'initPosition',
    actionDescription: 'Takes over a position.',
    actionScopes: ['INSTANT'],
    actionParameters: [
      number('x', 'm'),
      number('y', 'm'),
      number('theta', 'rad'),
      text('mapId', 'Map'),
      { ...text('lastNodeId', 'Node it stands on'), isOptional: true },
    ],
  },
  {
    actionType: 'startCharging',
    actionDescription: 'Charges; as an instant action it drives to a free charger first.',
    actionScopes: ['INSTANT', 'NODE'],
  },
  { actionType: 'stopCharging', actionDescription: 'Stops charging.', actionScopes: ['INSTANT', 'NODE'] },
];

const OWN: Readonly<Record<Profile['actions'][number], ActionSheet>> = {
  controlLease: {
    actionType: 'controlLease',
    actionDescription: 'Whom the robot lets drive it by hand.',
    actionScopes: ['INSTANT'],
    actionParameters: [
      { key: 'lease', valueDataType: 'INTEGER', description: 'Number of the lease; 0: nobody' },
      { ...text('holder', 'Name'), isOptional: true },
    ],
  },
  takePhoto: { actionType: 'takePhoto', actionDescription: 'Takes a photo.', actionScopes: ['INSTANT', 'NODE'] },
  setLights: {
    actionType: 'setLights',
    actionDescription: 'Switches the lights.',
    actionScopes: ['INSTANT', 'NODE'],
    actionParameters: [{ key: 'on', valueDataType: 'BOOL', description: 'On or off' }],
  },
  setHead: {
    actionType: 'setHead',
    actionDescription: 'Turns the head.',
    actionScopes: ['INSTANT', 'NODE'],
    actionParameters: [
      number('horizontal', 'Degrees, 10 to 170; 90 is ahead, larger angles are to the left'),
      number('vertical', 'Degrees, 10 to 34; 22 is ahead'),
    ],
  },
  setVolume: {
    actionType: 'setVolume',
    actionDescription: 'Sets the loudness.',
    actionScopes: ['INSTANT', 'NODE'],
    actionParameters: [number('volume', 'per cent')],
  },
  openCabinet: {
    actionType: 'openCabinet',
    actionDescription: 'Opens a compartment; not while the robot is driving. Done when it is open.',
    actionScopes: ['INSTANT', 'NODE'],
    actionParameters: [{ key: 'cabinet', valueDataType: 'INTEGER', description: 'From 1' }],
  },
  closeCabinet: {
    actionType: 'closeCabinet',
    actionDescription: 'Closes a compartment. Done when it is closed.',
    actionScopes: ['INSTANT', 'NODE'],
    actionParameters: [{ key: 'cabinet', valueDataType: 'INTEGER', description: 'From 1' }],
  },
  openDoor: {
    actionType: 'openDoor',
    actionDescription: 'Has a door under access control opened; done when it stands open.',
    actionScopes: ['INSTANT', 'NODE', 'EDGE'],
    actionParameters: [text('doorId', "The door's id, on the floor where the robot is")],
  },
  applySettings: {
    actionType: 'applySettings',
    actionDescription: 'Applies settings: `version`, and `values` by name. Answered by the event `settings`.',
    actionScopes: ['INSTANT'],
  },
  keepLearning: {
    actionType: 'keepLearning',
    actionDescription: 'Uses what the robot was taught. Answered by the event `learned`.',
    actionScopes: ['INSTANT'],
    actionParameters: [text('learningId', 'Id of the learning record')],
  },
  forgetLearning: {
    actionType: 'forgetLearning',
    actionDescription: 'Deletes what the robot was taught. Answered by the event `forgotten`.',
    actionScopes: ['INSTANT'],
    actionParameters: [text('learningId', 'Id of the learning record')],
  },
  disinfect: {
    actionType: 'disinfect',
    actionDescription: 'Disinfects cells of a floor, in lanes or standing. Reported by the event `disinfection`.',
    actionScopes: ['NODE'],
    actionParameters: [text('plan', 'JSON: runId, mapId, mode, waitUntilEmpty, grid, planned, sections')],
  },
  buildMap: {
    actionType: 'buildMap',
    actionDescription: 'Drives through the floor and maps it. The result is the id of the uploaded map.',
    actionScopes: ['NODE'],
  },
  say: {
    actionType: 'say',
    actionDescription: 'Speaks.',
    actionScopes: ['INSTANT', 'NODE', 'EDGE'],
    actionParameters: [text('text', 'Words'), { ...text('language', 'Language'), isOptional: true }],
  },
};

const DATA_TYPES = { flag: 'BOOL', number: 'FLOAT', choice: 'STRING', text: 'STRING' } as const;
/** The parameters of `applySettings` are the settings that the robot has. */
const withSettings = (sheet: ActionSheet, settings: Profile['settings']): ActionSheet =>
  sheet.actionType !== 'applySettings'
    ? sheet
    : {
        ...sheet,
        actionParameters: settings.map((name) => {
          const rule = ROBOT_SETTINGS[name];
          const isNumber = typeof rule.initial === 'number';
          return {
            key: name,
            valueDataType: isNumber ? 'FLOAT' : DATA_TYPES[rule.kind],
            description: `Setting, ${rule.type}`,
            isOptional: true,
          };
        }),
      };

/** Everything but the header, which the connection adds. */
export type FactsheetBody = Omit<
  FactsheetMessage,
  'headerId' | 'timestamp' | 'version' | 'manufacturer' | 'serialNumber'
>;

export function factsheetOf(
  { series, size, limits, load, compartments, actions, features, settings }: Profile,
  softwareVersion: string,
): FactsheetBody {
  const blockingTypes = ['NONE' as const, 'SOFT' as const, 'HARD' as const];
  return {
    typeSpecification: {
      seriesName: series,
      seriesDescription: `Service robot ${series}`,
      agvKinematic: 'DIFF',
      agvClass: 'CARRIER',
      maxLoadMass: load,
      localizationTypes: ['NATURAL'],
      navigationTypes: ['AUTONOMOUS'],
    },
    physicalParameters: {
      speedMin: 0.05,
      speedMax: limits.speed,
      accelerationMax: limits.acceleration,
      decelerationMax: limits.deceleration,
      heightMin: size.height,
      heightMax: size.height,
      width: size.width,
      length: size.length,
    },
    protocolLimits: {
      maxStringLens: { msgLen: 65_536, idLen: 64 },
      maxArrayLens: {
        'order.nodes': 200,
        'order.edges': 200,
        'node.actions': 20,
        'instantActions.actions': 20,
        ...(features.includes('video') ? { [VIEWERS_LIMIT_NAME]: VIDEO_VIEWERS_PER_ROBOT } : {}),
      },
      timing: { minOrderInterval: 0.1, minStateInterval: 0.1, defaultStateInterval: 1, visualizationInterval: 0.2 },
    },
    protocolFeatures: {
      optionalParameters: [
        { parameter: 'order.edges.maxSpeed', support: 'SUPPORTED' },
        { parameter: 'order.nodes.nodePosition.theta', support: 'SUPPORTED' },
      ],
      agvActions: [
        ...[...STANDARD, ...actions.map((action) => withSettings(OWN[action], settings))].map((sheet) => ({
          ...sheet,
          blockingTypes,
        })),
        ...features.map((feature) => ({
          actionType: feature,
          actionDescription: 'A feature of the robot, not an action to send.',
          actionScopes: [],
        })),
      ],
    },
    agvGeometry: {},
    loadSpecification: {
      loadPositions: compartments.map((_, i) => String(i + 1)),
      loadSets: COMPARTMENT_SIZES.flatMap((setName) => {
        const loadPositions = compartments.flatMap((one, i) => (one === setName ? String(i + 1) : []));
        return loadPositions.length > 0 ? { setName, loadType: 'parcel', loadPositions } : [];
      }),
    },
    vehicleConfig: {
      versions: softwareVersion === '' ? [] : [{ key: 'softwareVersion', value: softwareVersion }],
    },
  };
}
