import { type ReactNode, useRef, useState } from 'react';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Checklist, type ChecklistState } from '#ui/checklist.tsx';
import { ComboBox } from '#ui/combo-box.tsx';
import { DateField } from '#ui/date-field.tsx';
import { FieldGroup } from '#ui/field-group.tsx';
import { MaskedField } from '#ui/masked-field.tsx';
import { MonthField } from '#ui/month-field.tsx';
import { OneLine } from '#ui/one-line.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import type { Suggestion } from '#ui/rich-combo-box.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';

const empty = { value: '', label: '--' };
const countries = [
  empty,
  ...[
    'United States',
    'Argentina',
    'Austria',
    'Belgium',
    'Brazil',
    'Canada',
    'Chile',
    'Denmark',
    'Finland',
    'France',
  ],
  ...[
    'Germany',
    'Ghana',
    'Iceland',
    'India',
    'Ireland',
    'Italy',
    'Japan',
    'Kenya',
    'Mexico',
    'Norway',
    'Peru',
  ],
  ...['Poland', 'Portugal', 'Spain', 'Sweden', 'Switzerland', 'Uruguay', 'Vietnam'],
].map((entry) =>
  typeof entry === 'string' ? { value: entry.slice(0, 3).toUpperCase(), label: entry } : entry,
);
const months = [
  empty,
  { value: '1', label: 'January' },
  { value: '2', label: 'February' },
  { value: '3', label: 'March' },
];
const years = [empty, ...['2026', '2025', '2024'].map((year) => ({ value: year, label: year }))];
const yesNo = [
  { value: 'Y', label: 'Yes' },
  { value: 'N', label: 'No' },
];
const degrees = [
  { value: 'b', label: "Bachelor's degree" },
  { value: 'm', label: 'Master’s degree', hint: 'Completed, or to be completed before the term begins' },
  { value: 'd', label: 'Doctorate' },
];
const schools: readonly Suggestion[] = [
  { id: '1', text: 'University of Scranton', sub_text: 'Scranton, PA' },
  { id: '2', text: 'Scranton Preparatory School', sub_text: 'Scranton, PA' },
  { id: '3', text: 'Marywood University', sub_text: 'Scranton, PA' },
];

/** Keeps the answers of the gallery and binds fields to them. */
function useAnswers(initial: Readonly<Record<string, string>> = {}) {
  const [answers, setAnswers] = useState(initial);
  const bind = (key: string) => ({
    id: key,
    name: key,
    value: answers[key] ?? '',
    onChange: (value: string) => setAnswers((before) => ({ ...before, [key]: value })),
  });
  const bindDate = (key: string) => {
    const { value: unfinished, onChange: onUnfinished } = bind(`${key}_unfinished`);
    return { ...bind(key), unfinished, onUnfinished };
  };
  return [answers, bind, bindDate] as const;
}

export function FieldsGallery() {
  const [answers, bind, bindDate] = useAnswers({ filled: 'Marisol', college: '' });
  const schoolText = bind('school').value.toLowerCase();
  return (
    <>
      <Section title="Text">
        <TextField
          {...bind('first_name')}
          label="First name"
          autoComplete="given-name"
          maxLength={45}
          isRequired
        />
        <TextField {...bind('middle_name')} label="Middle name" hint="As on your passport." maxLength={45} />
        <TextField
          {...bind('email')}
          label="E-mail address"
          type="email"
          inputMode="email"
          isRequired
          messages={['Please provide a valid email address.']}
        />
        <TextField {...bind('filled')} label="Preferred name" isDisabled />
        <TextArea
          {...bind('essay')}
          label="Describe your experience"
          hint="A few sentences are enough."
          maxLength={200}
        />
        <PasswordDemo />
      </Section>
      <Section title="Numbers and dates">
        <MaskedField
          {...bind('phone_home')}
          mask="phone"
          label="Home phone"
          autoComplete="tel-national"
          maxLength={45}
        />
        <MaskedField
          {...bind('phone_mobile')}
          mask="phone"
          label="Cell phone"
          messages={['Please enter a valid cell phone number.']}
        />
        <MaskedField
          {...bind('ssn')}
          mask="ssn"
          label="Social Security number"
          hint="Only if you have one."
        />
        <DateField
          {...bindDate('birth_date')}
          label="Date of birth"
          hint="For example, March 5 1999"
          autoComplete="bday"
          isRequired
        />
        <DateField
          {...bindDate('other_date')}
          label="Expected graduation"
          isRequired
          messages={['Please enter a valid date.']}
        />
      </Section>
      <Section title="Choices">
        <SelectField
          {...bind('country')}
          label="Country"
          options={countries}
          autoComplete="country"
          isRequired
        />
        <SelectField
          {...bind('country_2')}
          label="Country of citizenship"
          options={countries}
          messages={['Please choose your country.']}
          isRequired
        />
        <RadioGroup
          {...bind('veteran')}
          label="Have you served in the military?"
          options={yesNo}
          isRequired
        />
        <RadioGroup
          {...bind('degree')}
          label="Highest degree"
          hint="Choose the one that fits best."
          options={degrees}
          messages={['Please choose a degree.']}
        />
        <FieldGroup id="race" legend="Race" hint="Choose all that apply." layout="checks">
          <Checkbox {...bind('race_asian')} label="Asian" />
          <Checkbox {...bind('race_black')} label="Black or African American" />
          <Checkbox {...bind('race_white')} label="White" isDisabled />
        </FieldGroup>
        <Checkbox
          {...bind('legal')}
          label="I certify that the information in this application is complete and true."
          messages={['Please confirm this before you submit.']}
          isRequired
        />
        <MonthField {...bindDate('left_in')} label="Attended until" months={months} years={years} />
        <FieldGroup legend="Attended from" layout="month-year">
          <SelectField {...bind('from_month')} label="Month" options={months} optionalText="" />
          <SelectField {...bind('from_year')} label="Year" options={years} optionalText="" />
        </FieldGroup>
        <ComboBox
          {...bind('school')}
          label="School name"
          hint="Enter your school information below."
          maxLength={45}
          suggestions={
            schoolText === '' ? [] : schools.filter(({ text }) => text.toLowerCase().includes(schoolText))
          }
          onPick={({ text }) => bind('school').onChange(text)}
          createLabel="Use:"
        />
      </Section>
      <Section title="One line">
        <OneLineDemo {...bind('street')} />
      </Section>
      <Section title="What the fields report">
        <output className="gallery-value" aria-label="Reported answers">
          {JSON.stringify(answers)}
        </output>
      </Section>
    </>
  );
}

function OneLineDemo(field: { id: string; name: string; value: string; onChange: (value: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const boxes = useRef<HTMLDivElement>(null);
  return (
    <OneLine
      label="College address"
      text="800 Linden Street, Scranton, PA 18510"
      buttonLabel="Change"
      isOpen={isOpen}
      onOpen={() => setIsOpen(true)}
      boxesRef={boxes}
    >
      <TextField {...field} label="Street" maxLength={45} />
    </OneLine>
  );
}

function PasswordDemo() {
  const [password, setPassword] = useState('');
  const state = (holds: boolean): ChecklistState =>
    password === '' ? 'inactive' : holds ? 'success' : 'error';
  return (
    <div className="ui-field ui-stack">
      <PasswordField
        id="password"
        name="password"
        label="Password"
        autoComplete="new-password"
        isRequired
        describedById="checklist"
        value={password}
        onChange={setPassword}
      />
      <Checklist
        id="checklist"
        label="Your password"
        rows={[
          { label: 'is at least 12 characters', state: state(password.length >= 12) },
          { label: 'contains at least one number', state: state(/\d/u.test(password)) },
          { label: 'contains at least one uppercase letter', state: state(/\p{Lu}/u.test(password)) },
        ]}
      />
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card>
      <h2>{title}</h2>
      <div className="gallery-grid">{children}</div>
    </Card>
  );
}
