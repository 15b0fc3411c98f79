/** Contacts and contact roles of a site: who is told about alarms, and when. */
import { useSelector } from '@xstate/react';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import UserPlus from 'lucide-react/icons/user-plus';
import UsersRound from 'lucide-react/icons/users-round';
import X from 'lucide-react/icons/x';
import type { Contact, ContactRole } from '../../../../contract/entities/alarmContact.ts';
import { HOURS_PER_DAY, isOnAt, DAYS_PER_WEEK } from '../../../../contract/rules/alarmContacts.ts';
import { zonedDate, zonedWeekHour } from '../../../../contract/rules/zonedTime.ts';
import { newContact } from '../../../machines/contacts/alarmContactForm.machine.ts';
import { type ContactsRef, selectContacts, selectUndoable } from '../../../machines/contacts/contacts.selectors.ts';
import { selectIsReading } from '../../../machines/factories/pagedList.selectors.ts';
import { selectQuestion } from '../../../machines/factories/recordPage.selectors.ts';
import { reachText } from '../../alarms/reachTexts.ts';
import { useLanguage } from '../../hooks/useLanguage.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import type { Translate } from '../../hooks/translate.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { classes } from '../../kit/classes.ts';
import { Field } from '../../kit/Field.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { FailedCard } from '../../kit/ListCard.tsx';
import { Select } from '../../kit/Select.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { RowBlock, RowBlocks } from '../../kit/RowBlocks.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { useListFailure } from '../../shell/PagedList.tsx';
import { Question } from '../../shell/Question.tsx';
import { zoneName } from '../../shell/siteTime.ts';
import { ContactDialog } from './ContactDialog.tsx';
import { RuleUse } from './RuleUse.tsx';

export function ContactsPage({ screen }: { readonly screen: ContactsRef }) {
  const t = useT();
  const language = useLanguage();
  const now = useServerNow();
  const { serialNumber, timeZone } = useSelector(screen, selectContacts);
  const add = (what: 'contact' | 'role') => (): void =>
    screen.send({ type: 'record.edit', fields: newContact(what, serialNumber) });
  return (
    <ListPage
      title={t('routes.contacts')}
      facts={t('contacts.about', { zone: zoneName(timeZone, language, now) })}
      actions={
        <Button icon={UsersRound} onClick={add('role')}>
          {t('shared.addRole')}
        </Button>
      }
      primary={{ label: t('contacts.newContact'), icon: UserPlus, onPress: add('contact') }}
      filters={<Undo screen={screen} />}
      dialogs={
        <>
          <ContactDialog screen={screen} />
          <Deletion screen={screen} />
        </>
      }
    >
      <Lists screen={screen} />
    </ListPage>
  );
}

/** After a deletion, for some seconds. */
function Undo({ screen }: { readonly screen: ContactsRef }) {
  const t = useT();
  const deleted = useSelector(screen, selectUndoable);
  if (!deleted) return null;
  return (
    <div className="flex flex-none items-center gap-2 rounded bg-surface-3 py-1 pr-1 pl-3 text-13" role="status">
      <span className="flex-1">{t('shared.nameDeleted', { name: deleted.name })}</span>
      <Button size="s" variant="ghost" icon={Undo2} onClick={() => screen.send({ type: 'undo.take' })}>
        {t('shared.undo')}
      </Button>
      <IconButton size="s" icon={X} label={t('common.close')} onClick={() => screen.send({ type: 'undo.close' })} />
    </div>
  );
}

/** Asks before a deletion; for a role that alarm rules use, also for the role that takes its place there. */
function Deletion({ screen }: { readonly screen: ContactsRef }) {
  const t = useT();
  const question = useSelector(screen, selectQuestion);
  const { task, roles } = useSelector(screen, selectContacts);
  // Rules that then reached nobody would be refused.
  const others = roles.filter(({ id, contacts }) => id !== task?.id && contacts > 0);
  return (
    <Question question={question}>
      {task && <RuleUse screen={screen} task={task} />}
      {task?.isUsed &&
        (others.length === 0 ? (
          <p className="text-13 text-attn-text">{t('contacts.ask.role.noOther')}</p>
        ) : (
          <Field label={t('contacts.ask.role.replacement')}>
            <Select
              value={task.replacement ?? ''}
              options={[
                { value: '', label: t('contacts.ask.role.choose') },
                ...others.map(({ id, roleName }) => ({ value: id, label: roleName })),
              ]}
              onChange={(roleId) => screen.send({ type: 'replacement.choose', roleId })}
            />
          </Field>
        ))}
    </Question>
  );
}

function Lists({ screen }: { readonly screen: ContactsRef }) {
  const t = useT();
  const { rows, roles, failure, timeZone } = useSelector(screen, selectContacts);
  const loading = useSelector(screen, selectIsReading);
  const failureTexts = useListFailure();
  if (failure)
    return (
      <FailedCard
        {...failureTexts(failure, 'contacts.failed')}
        busy={loading}
        retryLabel={t('common.retry')}
        onRetry={() => screen.send({ type: 'list.reload' })}
      />
    );
  if (loading && rows.length + roles.length === 0)
    return (
      <div className="card">
        <SkeletonBlocks shape="table" count={6} label={t('contacts.loading')} />
      </div>
    );
  return (
    <>
      <Card clip className="flex-none" title={t('routes.contacts')} note={String(rows.length)}>
        {rows.length === 0 ? (
          <StatePanel state="empty" art="reception" title={t('contacts.none')} text={t('contacts.noneText')} />
        ) : (
          <RowBlocks>
            {rows.map((contact) => (
              <ContactRow key={contact.id} screen={screen} contact={contact} roles={roles} timeZone={timeZone} />
            ))}
          </RowBlocks>
        )}
      </Card>
      <Card clip className="flex-none" title={t('shared.roles')} note={String(roles.length)}>
        {roles.length === 0 ? (
          <StatePanel state="empty" art="security" title={t('contacts.noRoles')} text={t('contacts.noRolesText')} />
        ) : (
          <RowBlocks>
            {roles.map((role) => (
              <RoleRow key={role.id} screen={screen} role={role} contacts={rows} timeZone={timeZone} />
            ))}
          </RowBlocks>
        )}
      </Card>
    </>
  );
}

function hoursText(t: Translate, { hours }: Contact): string {
  const count = Array.from({ length: DAYS_PER_WEEK * HOURS_PER_DAY }, (_, index) =>
    isOnAt(hours, Math.floor(index / HOURS_PER_DAY), index % HOURS_PER_DAY),
  ).filter(Boolean).length;
  if (count === DAYS_PER_WEEK * HOURS_PER_DAY) return t('contacts.allHours');
  return count === 0 ? t('contacts.noHours') : t('contacts.someHours', { count });
}

/** The quiet days that are not over, soonest first; the rest is in the form. */
function quietText(t: Translate, { quietDays }: Contact, today: string): string[] {
  const [next] = quietDays.filter(({ until }) => until >= today).toSorted((a, b) => a.from.localeCompare(b.from));
  if (!next) return [];
  return [
    next.from === next.until ? t('contacts.quietDay', { date: next.from }) : t('contacts.quietUntil', { ...next }),
  ];
}

interface ContactRowProps {
  readonly screen: ContactsRef;
  readonly contact: Contact;
  readonly roles: readonly ContactRole[];
  readonly timeZone: string;
}

function ContactRow({ screen, contact, roles, timeZone }: ContactRowProps) {
  const t = useT();
  const now = useServerNow(60_000);
  const { id, serialNumber, contactName: name, phoneNumber, email, roleIds, hours, quietDays, revision } = contact;
  const reach = reachText(t, contact, zonedWeekHour(timeZone, now));
  const own = roles.filter((role) => roleIds.includes(role.id)).map(({ roleName }) => roleName);
  return (
    <RowBlock
      title={name}
      lines={[
        <span key="reach" className="tabular-nums">
          {[phoneNumber, email].filter(Boolean).join(' · ')}
        </span>,
        [...own, hoursText(t, contact), ...quietText(t, contact, zonedDate(timeZone, now))].join(' · '),
        <span key="now" className={classes(!reach.isReachable && 'text-attn-text')}>
          {reach.text}
        </span>,
      ]}
      acts={
        <span className="flex gap-1">
          <IconButton
            size="s"
            icon={Pencil}
            label={t('shared.editName', { name })}
            onClick={() =>
              screen.send({
                type: 'record.edit',
                fields: {
                  what: 'contact',
                  serialNumber,
                  id,
                  revision,
                  name,
                  phoneNumber,
                  email,
                  roleIds,
                  hours,
                  quietDays,
                },
              })
            }
          />
          <IconButton
            size="s"
            icon={Trash2}
            label={t('shared.deleteName', { name })}
            onClick={() => screen.send({ type: 'record.act', task: { act: 'deleteContact', id, name } })}
          />
        </span>
      }
    />
  );
}

interface RoleRowProps {
  readonly screen: ContactsRef;
  readonly role: ContactRole;
  readonly contacts: readonly Contact[];
  readonly timeZone: string;
}

function RoleRow({ screen, role, contacts: people, timeZone }: RoleRowProps) {
  const t = useT();
  const moment = zonedWeekHour(timeZone, useServerNow(60_000));
  const { id, serialNumber, roleName: name, contacts, rules, revision } = role;
  return (
    <RowBlock
      title={name}
      lines={[
        t('contacts.roleUse', { count: contacts, rules }),
        ...people
          .filter(({ roleIds }) => roleIds.includes(id))
          .map((one) => {
            const { text, isReachable } = reachText(t, one, moment);
            return (
              <span key={one.id} className={classes(!isReachable && 'text-attn-text')}>
                {t('contactReach.named', { name: one.contactName, state: text })}
              </span>
            );
          }),
      ]}
      acts={
        <span className="flex gap-1">
          <IconButton
            size="s"
            icon={Pencil}
            label={t('shared.editName', { name })}
            onClick={() =>
              screen.send({ type: 'record.edit', fields: { ...newContact('role', serialNumber), id, revision, name } })
            }
          />
          <IconButton
            size="s"
            icon={Trash2}
            label={t('shared.deleteName', { name })}
            onClick={() =>
              screen.send({ type: 'record.act', task: { act: 'deleteRole', id, name, isUsed: rules > 0 } })
            }
          />
        </span>
      }
    />
  );
}
