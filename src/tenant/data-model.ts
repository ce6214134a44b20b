const collegeFields = ['degree', 'name', 'address_line_1', 'city', 'state', 'zip', 'ceeb', 'transcript'];
const collegePrefixes = ['college_', 'college_2_', 'college_3_', 'college_4_', 'college_5_'];

/** The key of every answer that the university's records can store. Only the developer checks read it. */
export const dataModel: readonly string[] = [
  ...['prefix', 'first_name', 'middle_name', 'last_name', 'suffix', 'preferred_name', 'previous_name'],
  ...['birth_date', 'gender', 'ssn'],
  ...['phone_home', 'phone_mobile', 'optin_sms_ind', 'phone_international'],
  ...['address_line_1', 'address_line_2', 'city', 'state', 'zip', 'country'],
  ...['citizenship_type', 'citizenship', 'alien_registration_number', 'citizenship_visa_status'],
  ...['native_language', 'ethnicity', 'religious_affiliation'],
  ...['race_american_indian', 'race_asian', 'race_black', 'race_native_hawaiian', 'race_white'],
  ...['military_veteran', 'military_veteran_post_911', 'military_dependent', 'military_active'],
  ...['program_type', 'applied_major', 'applied_concentration', 'entry_term', 'iein'],
  ...['prev_attend', 'prev_attend_from_month', 'prev_attend_from_year'],
  ...['prev_attend_to_month', 'prev_attend_to_year'],
  ...['currently_enrolled', 'expected_graduation_date', 'dates_attended_from', 'dates_attended_to'],
  ...collegePrefixes.flatMap((prefix) => collegeFields.map((field) => prefix + field)),
  ...['return_institute', 'return_institute_reason'],
  ...['employ_current', 'employ_title', 'employ_experience', 'employ_resume'],
  ...['employer_name', 'employer_address_line_1', 'employer_address_line_2', 'employer_city'],
  ...['employer_state', 'employer_zip', 'employer_country', 'employer_tuition', 'employer_tuition_amount'],
  ...['heard_about', 'alumni_name', 'alumni_email', 'legal_agree', 'submit_date'],
];
