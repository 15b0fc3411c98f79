/** Form fields of the component sheet. */
import { useState } from 'react';
import { Checkbox } from '../../../src/ui/kit/Checkbox.tsx';
import { Field } from '../../../src/ui/kit/Field.tsx';
import { SegmentedControl } from '../../../src/ui/kit/SegmentedControl.tsx';
import { NumberInput } from '../../../src/ui/kit/NumberInput.tsx';
import { QrPicture } from '../../../src/ui/kit/QrPicture.tsx';
import { RadioChoice } from '../../../src/ui/kit/RadioChoice.tsx';
import { SearchInput } from '../../../src/ui/kit/SearchInput.tsx';
import { Select } from '../../../src/ui/kit/Select.tsx';
import { Slider } from '../../../src/ui/kit/Slider.tsx';
import { Switch } from '../../../src/ui/kit/Switch.tsx';
import { TextArea } from '../../../src/ui/kit/TextArea.tsx';
import { TextInput } from '../../../src/ui/kit/TextInput.tsx';
import { nothing, Section } from './Section.tsx';

export function Fields() {
  const [text, setText] = useState('Ice machine');
  const [on, setOn] = useState(true);
  const [view, setView] = useState('cards');
  const [speed, setSpeed] = useState(0.38);
  return (
    <Section title="Fields">
      <Field className="w-65" label="Point name" hint="Up to 20 letters or 10 characters">
        <TextInput value={text} onChange={setText} />
      </Field>
      <Field className="w-65" label="Direction" error="An angle is between 0 and 360.">
        <TextInput value="420" onChange={nothing} unit="°" />
      </Field>
      <Field className="w-65" label="Robot">
        <Select
          value="a"
          options={[
            { value: 'a', label: 'Porter 1' },
            { value: 'b', label: 'Porter 2' },
          ]}
          onChange={nothing}
        />
      </Field>
      <Field className="w-65" label="Serial number" hint="Set by the maker">
        <TextInput value="W1-2308-0417" onChange={nothing} readOnly />
      </Field>
      <Switch label="Light" checked={on} onChange={setOn} />
      <Switch label="Light" checked={!on} onChange={nothing} />
      <Switch label="Light" checked waiting onChange={nothing} />
      <Switch label="Light" checked={false} onChange={nothing} disabledReason="No data from Porter 1." />
      <Checkbox label="Ticked" checked={on} onChange={setOn} />
      <Checkbox label="Some" checked="mixed" onChange={nothing} />
      <Checkbox label="Not" checked={false} onChange={nothing} />
      <SegmentedControl
        label="View"
        value={view}
        onChange={setView}
        options={[
          { value: 'cards', label: 'Cards' },
          { value: 'table', label: 'Table' },
        ]}
      />
      <Field className="w-65" label="Note" hint="Read out at the door">
        <TextArea value={text} onChange={setText} />
      </Field>
      <Field className="w-65" label="Volume">
        <NumberInput text="80" unit="%" onNumber={nothing} onText={nothing} />
      </Field>
      <div className="w-65">
        <SearchInput label="Room, phone or code" value="" onChange={nothing} />
      </div>
      <div className="w-65">
        <RadioChoice
          label="What to do"
          value="wait"
          options={[
            { value: 'wait', label: 'Wait', note: 'The delivery goes on after the round.' },
            { value: 'end', label: 'End', note: 'The delivery is cancelled.' },
          ]}
          onChange={nothing}
        />
      </div>
      <div className="w-32">
        <QrPicture text="https://here/pickup" label="QR code of the pickup page" />
      </div>
      <div className="w-40">
        <Slider
          label="Speed"
          value={speed}
          min={0}
          max={1}
          step={0.01}
          onChange={setSpeed}
          valueText={`${speed} m/s`}
        />
      </div>
    </Section>
  );
}
