/** The first drive and the first confirmed Stop: by hand where the robot allows it, otherwise with a test order. */
import FlaskConical from 'lucide-react/icons/flask-conical';
import Gamepad2 from 'lucide-react/icons/gamepad-2';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import type { Checklist } from '../../../../contract/entities/checklist.ts';
import { conformance } from '../../../../contract/pages/conformance.ts';
import { robotData } from '../../../../contract/pages/robotData.ts';
import { type ChecklistRef, selectTestOrder } from '../../../machines/checklist/checklist.selectors.ts';
import { selectIsTestRunning } from '../../../machines/conformance/conformance.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button, buttonClass } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { nameOf } from '../../robotRegistration/robotLabels.ts';

interface DriveStepProps {
  readonly screen: ChecklistRef;
  readonly checklist: Checklist;
}

export function DriveStep({ screen, checklist: { robot, operable, teleop, drivingBlocked } }: DriveStepProps) {
  const t = useT();
  const isRunning = useSelector(useSelector(screen, selectTestOrder) ?? undefined, selectIsTestRunning);
  if (!robot) return null;
  const { serialNumber, bound } = robot;
  const name = nameOf(robot);
  if (!operable)
    return (
      <>
        <p className="text-13">{t(bound ? 'checklist.drive.ofOthers' : 'checklist.drive.ofNobody', { name })}</p>
        {!bound && (
          <div>
            <Button
              onClick={() => screen.send({ type: 'record.act', task: { act: 'claim', serialNumber, name, to: '' } })}
            >
              {t('checklist.firstMessage.claim')}
            </Button>
          </div>
        )}
      </>
    );
  const query = new URLSearchParams({ serialNumber }).toString();
  return (
    <>
      <p className="text-13">{t(teleop ? 'checklist.drive.text' : 'checklist.drive.noTeleop', { name })}</p>
      {drivingBlocked && <p className="text-12 text-text-2">{t('checklist.drive.blocked')}</p>}
      <div className="flex flex-wrap items-center gap-3">
        {teleop && (
          <Link className={buttonClass('primary')} href={`${robotData.path}?${query}`}>
            <Icon of={Gamepad2} size={16} />
            {t('shared.driveName', { name })}
          </Link>
        )}
        {drivingBlocked ? (
          <Button
            variant={teleop ? 'secondary' : 'primary'}
            disabledReason={isRunning ? t('conformance.test.running') : undefined}
            onClick={() => screen.send({ type: 'test.start' })}
          >
            <Icon of={FlaskConical} size={16} />
            {t('conformance.test.start')}
          </Button>
        ) : (
          <Link className={teleop ? 'text-13' : buttonClass('primary')} href={`${conformance.path}?${query}`}>
            {!teleop && <Icon of={FlaskConical} size={16} />}
            {t('shared.testOrder')}
          </Link>
        )}
      </div>
    </>
  );
}
