/** Names for a crowd of made-up applicants. Combined, they give more than 1,500 people. */
export const firstNames: readonly string[] = [
  ...['Amara', 'Anika', 'Beatriz', 'Caleb', 'Chloé', 'Daniel', 'Elif', 'Emeka', 'Farah', 'Gabriel'],
  ...['Hana', 'Imani', 'Ivan', 'Jamal', 'Jing', 'Kateryna', 'Kofi', 'Leila', 'Liam', 'Lucía'],
  ...['Maeve', 'Malik', 'Mateo', 'Mei', 'Miriam', 'Nadia', 'Noah', 'Oluwaseun', 'Owen', 'Priya'],
  ...['Rafael', 'Rosa', 'Ruth', 'Samira', 'Søren', 'Tomás', 'Tuấn', 'Wanjiru', 'Yusuf', 'Zofia'],
];

export const lastNames: readonly string[] = [
  ...['Abebe', 'Álvarez', 'Bauer', 'Bianchi', 'Brooks', 'Carter', 'Chaudhry', 'Chen', 'Cohen', 'Diallo'],
  ...[
    'Eriksson',
    'Fitzgerald',
    'Garcia-Lopez',
    'Haddad',
    'Hughes',
    'Ito',
    'Jackson',
    'Kaplan',
    'Kim',
    'Kowalski',
  ],
  ...['Lindqvist', 'Mahoney', 'Mensah', 'Molina', 'Nguyễn', 'Novák', 'O’Brien', 'Okafor', 'Patel', 'Petrov'],
  ...['Ramírez', 'Reyes', 'Rossi', 'Schmidt', 'Silva', 'Tanaka', 'Thompson', 'Walker', 'Yılmaz', 'Zhang'],
];
