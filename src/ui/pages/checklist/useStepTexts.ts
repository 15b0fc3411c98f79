/** What each step is called, what shows that it has happened, and what it needs. */
import type { Checklist, ChecklistStep } from '../../../../contract/entities/checklist.ts';
import { useT } from '../../hooks/useT.ts';
import { useAge } from '../../labels/useAge.ts';
import { rolesText } from '../../labels/roleTexts.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { modelOf, nameOf } from '../../robotRegistration/robotLabels.ts';

type Texts = Readonly<Record<ChecklistStep, string>>;

export function useStepTexts({ steps, robot, driven, stopConfirmed }: Checklist): {
  title: Texts;
  evidence: Texts;
  needs: Texts;
} {
  const t = useT();
  const age = useAge();
  const now = useServerNow();
  const { site, floor, firstMessage, drive, colleague } = steps;
  const name = robot ? nameOf(robot) : '';
  const metres = (distance: number | null): string =>
    distance === null ? t('checklist.drive.byOrder') : t('checklist.drive.byHand', { metres: distance.toFixed(1) });
  return {
    title: {
      site: t('checklist.site.title'),
      floor: t('shared.addAFloor'),
      robot: t('shared.registerARobot'),
      firstMessage: robot ? t('checklist.firstMessage.from', { name }) : t('checklist.firstMessage.title'),
      drive: t('checklist.drive.title'),
      colleague: t('checklist.colleague.title'),
    },
    evidence: {
      site: site ? t('checklist.site.done', { name: site.name, zone: site.timeZone }) : '',
      floor: floor
        ? t(floor.source === 'drawn' ? 'checklist.floor.drawn' : 'checklist.floor.imported', {
            floor: floor.floor,
            width: Math.round(floor.width * 10) / 10,
            height: Math.round(floor.height * 10) / 10,
          })
        : '',
      robot: robot
        ? [robot.robotNickName, modelOf(robot), robot.serialNumber].filter(Boolean).join(t('shared.comma'))
        : '',
      firstMessage: firstMessage
        ? [
            firstMessage.version === ''
              ? t('shared.connected')
              : t('checklist.firstMessage.version', { version: firstMessage.version }),
            firstMessage.findings === 0
              ? t('checklist.firstMessage.fine')
              : t('checklist.firstMessage.findings', { count: firstMessage.findings }),
          ].join(t('shared.comma'))
        : '',
      drive: drive
        ? [
            metres(drive.metres),
            t('checklist.drive.stoppedIn', { seconds: Math.max(0.1, drive.stopMs / 1_000).toFixed(1) }),
          ].join(t('shared.comma'))
        : '',
      colleague: colleague
        ? t('checklist.colleague.done', {
            name: colleague.name,
            role: rolesText(t, colleague.roles),
          })
        : '',
    },
    needs: {
      site: t('checklist.site.needs'),
      floor: t(site ? 'checklist.floor.ways' : 'checklist.floor.needs'),
      robot: t(site ? 'checklist.robot.gives' : 'checklist.robot.needs'),
      firstMessage: robot
        ? t('checklist.firstMessage.waiting', { age: age(Math.max(0, now - robot.registeredAt)) })
        : t('checklist.firstMessage.needs'),
      drive: driven
        ? t('checklist.drive.needsStop', { drive: metres(driven.metres) })
        : t(stopConfirmed ? 'checklist.drive.needsDrive' : 'checklist.drive.needs'),
      colleague: t('checklist.colleague.needs'),
    },
  };
}
