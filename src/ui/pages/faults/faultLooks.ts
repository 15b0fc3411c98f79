/** Icons and texts of the faults. */
import BatteryLow from 'lucide-react/icons/battery-low';
import CloudOff from 'lucide-react/icons/cloud-off';
import LocateOff from 'lucide-react/icons/locate-off';
import Loader from 'lucide-react/icons/loader';
import OctagonX from 'lucide-react/icons/octagon-x';
import RadioTower from 'lucide-react/icons/radio-tower';
import Snail from 'lucide-react/icons/snail';
import Unplug from 'lucide-react/icons/unplug';
import ZapOff from 'lucide-react/icons/zap-off';
import type { ActiveFault } from '../../../../contract/endpoints/faults.ts';
import type { Key } from '../../hooks/words.ts';
import type { Glyph } from '../../icons/glyph.ts';

export interface FaultLook {
  readonly icon: Glyph;
  readonly name: Key;
  readonly text: Key;
}

export const FAULT_LOOKS = {
  emergencyStop: { icon: OctagonX, name: 'faults.robot.emergencyStop.name', text: 'faults.robot.emergencyStop.text' },
  busy: { icon: Loader, name: 'faults.robot.busy.name', text: 'faults.robot.busy.text' },
  cameraUnplugged: {
    icon: Unplug,
    name: 'faults.robot.cameraUnplugged.name',
    text: 'faults.robot.cameraUnplugged.text',
  },
  offline: { icon: CloudOff, name: 'faults.robot.offline.name', text: 'faults.robot.offline.text' },
  lowBattery: { icon: BatteryLow, name: 'faults.robot.lowBattery.name', text: 'faults.robot.lowBattery.text' },
  localizationLost: {
    icon: LocateOff,
    name: 'faults.robot.localizationLost.name',
    text: 'faults.robot.localizationLost.text',
  },
  die: { icon: ZapOff, name: 'faults.robot.die.name', text: 'faults.robot.die.text' },
  brokerDown: { icon: RadioTower, name: 'faults.links.brokerDown.name', text: 'faults.links.brokerDown.text' },
  brokerDelay: { icon: Snail, name: 'faults.links.brokerDelay.name', text: 'faults.links.brokerDelay.text' },
} as const satisfies Record<ActiveFault['fault'], FaultLook>;
